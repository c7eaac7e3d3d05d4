import SightGeometry
import SightImage
import SightTensor
import Testing

@Suite struct ImageBufferEncodeTests {
    static let cases: [(size: (Int, Int), region: Rect<Upright>?)] = [
        ((1, 1), nil), ((7, 3), nil), ((8, 8), nil), ((9, 17), nil), ((31, 40), nil),
        ((24, 20), Rect(x: 3.25, y: 1.5, width: 9.5, height: 12)),
        ((16, 9), Rect(x: -6, y: -2.5, width: 60, height: 31)),
        ((10, 10), Rect(x: 80, y: 80, width: 4, height: 4)),
    ]

    static func run(
        _ buffer: ImageBuffer, _ encoding: InputEncoding, _ transform: ImageTransform,
        _ kernels: PixelKernels = .current
    ) throws -> [Double] {
        let count = Int(transform.inputSize.area) * encoding.channels
        let size = try #require(encoding.elementType.byteCount(of: count))
        var bytes = [UInt8](repeating: 0xAA, count: size)
        try bytes.withUnsafeMutableBytes { destination in
            try buffer.encode(encoding, through: transform, into: destination, kernels: kernels)
        }
        return bytes.withUnsafeBytes { bytes in
            switch encoding.elementType {
            case .uint8: bytes.map(Double.init)
            case .int8: bytes.map { Double(Int8(bitPattern: $0)) }
            default: bytes.bindMemory(to: Float.self).map(Double.init)
            }
        }
    }

    static func largestDifference(_ a: [Double], _ b: [Double]) -> Double {
        guard a.count == b.count else { return .infinity }
        return zip(a, b).reduce(0) { abs($1.0 - $1.1) <= $0 ? $0 : abs($1.0 - $1.1) }
    }

    /// Encodes blue first, each color with its own normalization, in a letterbox of one color.
    @Test(arguments: [ImageTransform.Fit.letterbox, .cornerLetterbox])
    func theChannelOrderAgreesWithTheReference(_ fit: ImageTransform.Fit) throws {
        let buffer = try TestImages.noise(.rgb8, 31, 17)
        var encoding = try InputEncoding.normalized(mean: [10, 20, 30], std: [1, 2, 4])
        encoding.channelOrder = .bgr
        encoding.padding = [114, 50, 7]
        let transform = ImageTransform(
            sourceSize: buffer.size, inputSize: Size(width: 13, height: 12), fit: fit)
        let wanted = ReferenceEncoder(buffer: buffer, encoding: encoding, transform: transform)
            .encode()
        for kernels in PixelKernels.all {
            let found = try Self.run(buffer, encoding, transform, kernels)
            #expect(Self.largestDifference(found, wanted) <= 0.01)
        }
    }

    /// 0.01 of 255: products and sums of binary32 below 256, matrices given to seven digits.
    @Test(arguments: Orientation.allCases, TestImages.formats)
    func agreesWithTheReference(_ orientation: Orientation, _ format: PixelFormat) throws {
        let buffer = try TestImages.noise(format, 23, 14)
        for sampling in [InputEncoding.Sampling.halfPixel, .corner] {
            var encoding = try InputEncoding.normalized(mean: [0], std: [1])
            encoding.sampling = sampling
            encoding.padding = SIMD3(114, 20, 7)
            for (size, region) in Self.cases {
                for fit in [ImageTransform.Fit.squash, .letterbox] {
                    let transform = ImageTransform(
                        sourceSize: buffer.size, orientation: orientation, region: region,
                        inputSize: Size(width: Float(size.0), height: Float(size.1)), fit: fit)
                    let expected = ReferenceEncoder(
                        buffer: buffer, encoding: encoding, transform: transform
                    ).encode()
                    for kernels in PixelKernels.all {
                        let found = try Self.run(buffer, encoding, transform, kernels)
                        let difference = Self.largestDifference(found, expected)
                        #expect(difference <= 0.01, "\(kernels.name) \(size) \(fit) \(sampling)")
                    }
                }
            }
        }
    }

    @Test(arguments: [ElementType.uint8, .int8, .float32], [1, 3])
    func narrowsHalfToEvenAndSaturates(_ type: ElementType, _ channels: Int) throws {
        let buffer = try TestImages.noise(.rgb8, 40, 11)
        let transform = ImageTransform(
            sourceSize: buffer.size, inputSize: Size(width: 21, height: 17))
        let encoding = try InputEncoding(
            elementType: type, channels: channels, scale: SIMD3(1.5, 1, 0.5),
            offset: SIMD3(-60, -20, 3))
        let real = ReferenceEncoder(buffer: buffer, encoding: encoding, transform: transform)
            .encode()
        let bounds: (Double, Double) =
            switch type {
            case .uint8: (0, 255)
            case .int8: (-128, 127)
            default: (-.infinity, .infinity)
            }
        for kernels in PixelKernels.all {
            let found = try Self.run(buffer, encoding, transform, kernels)
            for (found, real) in zip(found, real) {
                let bounded = min(max(real, bounds.0), bounds.1)
                // Half a step of rounding and the 0.02 of the arithmetic before it.
                #expect(abs(found - bounded) <= (type == .float32 ? 0.02 : 0.52), "\(kernels.name)")
            }
        }
    }

    /// A destination pixel that covers 12 stripes is the mean of black and white samples.
    @Test(arguments: Orientation.allCases)
    func fineStripesBecomeGray(_ orientation: Orientation) throws {
        let stripes = (0..<96 * 96).map { UInt8($0 % 2 * 255) }
        let buffer = try ImageBuffer(width: 96, height: 96, format: .gray8, bytes: stripes)
        let transform = ImageTransform(
            sourceSize: buffer.size, orientation: orientation,
            inputSize: Size(width: 8, height: 8))
        var encoding = try InputEncoding.normalized(mean: [0], std: [1])
        for kernels in PixelKernels.all {
            let means = try Self.run(buffer, encoding, transform, kernels)
            #expect(means.allSatisfy { abs($0 - 127.5) < 1 })
        }
        // MediaPipe's rule reads one pixel, which is black.
        encoding.sampling = .corner
        let single = try Self.run(buffer, encoding, transform)
        #expect(single.allSatisfy { $0 == 0 || $0 == 255 })
    }

    @Test func exactHalvesRoundToEven() throws {
        let buffer = try ImageBuffer(width: 4, height: 1, format: .gray8, bytes: [1, 3, 5, 255])
        let transform = ImageTransform(
            sourceSize: buffer.size, inputSize: Size(width: 4, height: 1))
        let encoding = try InputEncoding(
            elementType: .uint8, channels: 1, scale: .init(repeating: 0.5), offset: .zero)
        for kernels in PixelKernels.all {
            #expect(try Self.run(buffer, encoding, transform, kernels) == [0, 2, 2, 128])
        }
    }

    /// A transform in pixels of the full image reads the same region of an image that was decoded at
    /// a third of that size.
    @Test func reducedBufferKeepsSourceCoordinates() throws {
        let reduced = try TestImages.noise(.rgb8, 20, 10)
        let full = Size<Source>(width: 60, height: 30)
        let encoding = try InputEncoding.normalized(mean: [0], std: [1])
        for orientation in Orientation.allCases {
            let transform = ImageTransform(
                sourceSize: full, orientation: orientation,
                region: Rect(x: 5, y: 4, width: 20, height: 21),
                inputSize: Size(width: 13, height: 12))
            let expected = ReferenceEncoder(
                buffer: reduced, encoding: encoding, transform: transform
            ).encode()
            let found = try Self.run(reduced, encoding, transform)
            #expect(Self.largestDifference(found, expected) <= 0.01)
        }
    }

    @Test(arguments: TestImages.formats)
    func tinyImagesStayInBounds(_ format: PixelFormat) throws {
        for (width, height) in [(1, 1), (2, 1), (1, 2), (3, 3)] {
            let buffer = try TestImages.noise(format, width, height, gap: 0)
            let transform = ImageTransform(
                sourceSize: buffer.size, inputSize: Size(width: 19, height: 9))
            let encoding = try InputEncoding.normalized(mean: [0], std: [1])
            let expected = ReferenceEncoder(
                buffer: buffer, encoding: encoding, transform: transform
            ).encode()
            let found = try Self.run(buffer, encoding, transform)
            #expect(Self.largestDifference(found, expected) <= 0.01)
        }
    }

    @Test func identityCopiesExactly() throws {
        let buffer = try TestImages.noise(.rgb8, 33, 9, gap: 0)
        let transform = ImageTransform(
            sourceSize: buffer.size, inputSize: Size(width: 33, height: 9))
        for kernels in PixelKernels.all {
            let found = try Self.run(buffer, .raw, transform, kernels)
            #expect(found == buffer.planes[0].bytes.map(Double.init))
        }
    }

    @Test func refusesWhatHasNoContent() throws {
        let buffer = try TestImages.noise(.rgb8, 8, 8)
        let bad: [(Rect<Upright>?, Size<ModelInput>)] = [
            (Rect(x: 0, y: 0, width: 0, height: 3), Size(width: 4, height: 4)),
            (Rect(x: .nan, y: 0, width: 2, height: 3), Size(width: 4, height: 4)),
            (Rect(x: 0, y: 0, width: .infinity, height: 3), Size(width: 4, height: 4)),
            (nil, Size(width: 0, height: 4)), (nil, Size(width: 4.5, height: 4)),
            (nil, Size(width: .nan, height: 4)), (nil, Size(width: 1e30, height: 4)),
        ]
        for (region, size) in bad {
            let transform = ImageTransform(
                sourceSize: buffer.size, region: region, inputSize: size)
            var bytes = [UInt8](repeating: 0, count: 4096)
            let error = #expect(throws: ImageError.self) {
                try bytes.withUnsafeMutableBytes {
                    try buffer.encode(.raw, through: transform, into: $0)
                }
            }
            #expect(error?.code == .invalidDimensions)
        }
    }

    @Test func refusesASmallDestination() throws {
        let buffer = try TestImages.noise(.rgb8, 8, 8)
        let transform = ImageTransform(
            sourceSize: buffer.size, inputSize: Size(width: 4, height: 4))
        var bytes = [UInt8](repeating: 0, count: 47)
        let error = #expect(throws: ImageError.self) {
            try bytes.withUnsafeMutableBytes {
                try buffer.encode(.raw, through: transform, into: $0)
            }
        }
        #expect(error?.code == .tooFewBytes)
        #expect(error?.message.contains("4×4×3") == true)
    }
}

import SightImage

/// Deterministic pictures of every format.
enum TestPictures {
    /// SplitMix64.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    static let formats: [PixelFormat] = [
        .rgb8, .rgba8, .bgra8, .gray8, .nv12(.video), .nv12(.full), .i420(YCbCrEncoding()),
        .i420(YCbCrEncoding(matrix: .bt709, range: .full)),
    ]

    /// Noise, with a few bytes of gap after each row; the last row ends with its last pixel.
    static func noise(
        _ format: PixelFormat, _ width: Int, _ height: Int, gap: Int = 5
    ) throws -> ImageBuffer {
        var generator = Generator(state: UInt64(width * 31 + height))
        func plane(_ rowWidth: Int, _ rows: Int) -> [UInt8] {
            (0..<(rowWidth + gap) * (rows - 1) + rowWidth).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
        }
        if case .nv12(let range) = format {
            let pairs = (width + 1) / 2 * 2
            return try ImageBuffer(
                width: width, height: height, range: range, luma: plane(width, height),
                lumaRowBytes: width + gap, chroma: plane(pairs, (height + 1) / 2),
                chromaRowBytes: pairs + gap)
        }
        if case .i420(let encoding) = format {
            let (half, rows) = ((width + 1) / 2, (height + 1) / 2)
            return try ImageBuffer(
                width: width, height: height, encoding: encoding, luma: plane(width, height),
                lumaRowBytes: width + gap, cb: plane(half, rows), cr: plane(half, rows),
                chromaRowBytes: half + gap)
        }
        let bytes =
            switch format {
            case .rgb8: 3
            case .gray8: 1
            default: 4
            }
        return try ImageBuffer(
            width: width, height: height, format: format, rowBytes: width * bytes + gap,
            bytes: plane(width * bytes, height))
    }
}

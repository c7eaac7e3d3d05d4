import Foundation
import SightGeometry
import SightImage
import Testing

@Suite struct ImageBufferRotatedTests {
    static let regions = [
        Upright.RotatedRect(
            center: Upright.Point(x: 9, y: 8), size: Upright.Size(width: 10, height: 10), angle: 0.6
        ),
        RotatedRect(
            center: Upright.Point(x: 2, y: 11), size: Upright.Size(width: 30, height: 17),
            angle: -2.5),
        RotatedRect(
            center: Upright.Point(x: -40, y: 90), size: Upright.Size(width: 5, height: 5), angle: 3),
        RotatedRect(center: Upright.Point(x: 11, y: 6), size: Upright.Size(width: 23, height: 14)),
    ]

    /// A simple twin: it computes each pixel of the result for itself, in double precision, through
    /// the published conversions of points and the reference's bilinear mean.
    private func reference(
        _ buffer: ImageBuffer, _ orientation: Orientation, _ region: Upright.RotatedRect,
        _ source: Source.Size, _ size: (width: Int, height: Int)
    ) -> [Double] {
        let pixels = ReferenceEncoder(
            buffer: buffer, encoding: .raw,
            transform: ImageTransform(
                sourceSize: buffer.size, inputSize: ModelInput.Size(width: 1, height: 1)))
        let whole = region.unrotated
        var bytes: [Double] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let place = region.rotated(
                    Upright.Point(
                        x: whole.x + (Float(x) + 0.5) * whole.width / Float(size.width),
                        y: whole.y + (Float(y) + 0.5) * whole.height / Float(size.height)))
                let stored = orientation.source(place, sourceSize: source)
                let color = pixels.bilinear(
                    Double(stored.x) * Double(buffer.width) / Double(source.width) - 0.5,
                    Double(stored.y) * Double(buffer.height) / Double(source.height) - 0.5)
                bytes += [color.x, color.y, color.z]
            }
        }
        return bytes
    }

    /// Half a step of rounding, and 0.02 for positions in binary32: 1e-5 of a pixel, times 255,
    /// along both axes.
    @Test(arguments: Orientation.allCases, TestImages.formats)
    func agreesWithTheReference(_ orientation: Orientation, _ format: PixelFormat) throws {
        let buffer = try TestImages.noise(format, 23, 14)
        for source in [buffer.size, Source.Size(width: 46, height: 42)] {
            for region in Self.regions {
                for size in [(width: 1, height: 1), (width: 9, height: 12)] {
                    let found = try buffer.upright(
                        orientation, region: region, sourceSize: source, size: size)
                    #expect(found.format == .rgb8 && found.width == size.width)
                    let wanted = reference(buffer, orientation, region, source, size)
                    try #require(found.planes[0].bytes.count == wanted.count)
                    for (byte, real) in zip(found.planes[0].bytes, wanted) {
                        #expect(abs(Double(byte) - real) <= 0.52, "\(region) \(size)")
                    }
                }
            }
        }
    }

    @Test func withoutATurnItIsTheOtherCrop() throws {
        let buffer = try TestImages.noise(.rgb8, 31, 17)
        let rect = Upright.Rect(x: 3.5, y: -2, width: 12, height: 16)
        let size = (width: 10, height: 7)
        #expect(
            try buffer.upright(.right, region: RotatedRect(rect), size: size)
                == buffer.upright(.right, region: rect, size: size))
    }

    /// A smooth pattern, and the same pattern turned by 30° around the middle, look the same in a
    /// region and in the turned region: the bilinear means of both differ by less than 2 of 255.
    @Test func aTurnedImageIsTurnedBack() throws {
        let (side, angle) = (80, Float.pi / 6)
        let middle = Upright.Point(x: 40, y: 40)
        let turn = Upright.RotatedRect(
            center: middle, size: Upright.Size(width: 80, height: 80), angle: angle)
        func pattern(_ place: Upright.Point) -> UInt8 {
            UInt8(128 + 60 * sin(place.x / 6) + 50 * cos(place.y / 8))
        }
        func image(_ place: (Upright.Point) -> Upright.Point) throws -> ImageBuffer {
            try ImageBuffer(
                width: side, height: side, format: .gray8,
                bytes: (0..<side * side).map { index in
                    pattern(
                        place(
                            Upright.Point(
                                x: Float(index % side) + 0.5, y: Float(index / side) + 0.5)))
                })
        }
        let (plain, turned) = (try image { $0 }, try image { turn.unrotated($0) })
        let region = Upright.RotatedRect(
            center: Upright.Point(x: 47, y: 36), size: Upright.Size(width: 30, height: 20))
        let moved = RotatedRect(
            center: turn.rotated(region.center), size: region.size, angle: angle)
        let size = (width: 45, height: 30)
        let wanted = try plain.upright(.up, region: region, size: size)
        let found = try turned.upright(.up, region: moved, size: size)
        for (a, b) in zip(found.planes[0].bytes, wanted.planes[0].bytes) {
            #expect(abs(Int(a) - Int(b)) <= 2)
        }
        #expect(try turned.upright(.up, region: region, size: size) != found)
    }

    @Test func emptyRegionsAndSizesAreRefused() throws {
        let buffer = try TestImages.noise(.rgb8, 12, 12)
        let point = Upright.Point(x: 5, y: 5)
        for region in [
            RotatedRect(center: point, size: Upright.Size(width: 0, height: 4)),
            RotatedRect(center: point, size: Upright.Size(width: 4, height: 4), angle: .infinity),
        ] {
            let error = #expect(throws: ImageError.self) {
                try buffer.upright(.up, region: region, size: (4, 4))
            }
            #expect(error?.code == .invalidDimensions)
        }
        let region = RotatedRect(center: point, size: Upright.Size(width: 4, height: 4), angle: 1)
        let empty = #expect(throws: ImageError.self) {
            try buffer.upright(.up, region: region, size: (0, 4))
        }
        #expect(empty?.code == .invalidDimensions)
        let nowhere = #expect(throws: ImageError.self) {
            try buffer.upright(
                .up, region: region, sourceSize: Source.Size(width: .nan, height: 3), size: (4, 4))
        }
        #expect(nowhere?.code == .invalidDimensions)
        let large = #expect(throws: ImageError.self) {
            try buffer.upright(.up, region: region, size: (1 << 15, 1 << 15))
        }
        #expect(large?.code == .tooLarge)
    }
}

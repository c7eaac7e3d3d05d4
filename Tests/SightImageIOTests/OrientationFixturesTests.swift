import ModelFixtures
import SightGeometry
import SightImage
import SightImageIO
import Testing

/// Photos in all eight orientations look alike when they are upright.
@Suite(.enabled(if: SharedFixtures.areAvailable && BuildTraits.all)) struct OrientationFixturesTests
{
    @Test(arguments: ["Landscape", "Portrait"], 1...8)
    func exifOrientation(_ series: String, _ number: Int) throws {
        let folder = "images/exif_orientation/\(series)_"
        let plain = try ImageDecoder.default.decode(
            contentsOf: SharedFixtures.path("\(folder)1.jpg"))
        let turned = try ImageDecoder.default.decode(
            contentsOf: SharedFixtures.path("\(folder)\(number).jpg"))
        #expect(turned.orientation.rawValue == number)
        try expectAlike(plain, turned)
    }

    @Test(arguments: 2...8)
    func hopper(_ number: Int) throws {
        let folder = "images/pillow_orientation/hopper"
        let plain = try ImageDecoder.default.decode(
            contentsOf: SharedFixtures.path("\(folder).jpg"))
        let turned = try ImageDecoder.default.decode(
            contentsOf: SharedFixtures.path("\(folder)_orientation_\(number).jpg"))
        #expect(turned.orientation.rawValue == number)
        try expectAlike(plain, turned)
    }

    /// Compares small averages, because the same scene was compressed differently.
    ///
    /// A wrong turn gives differences above 60.
    private func expectAlike(_ a: DecodedImage, _ b: DecodedImage) throws {
        let (first, second) = (
            try a.buffer.upright(a.orientation), try b.buffer.upright(b.orientation)
        )
        #expect(first.size == second.size)
        let comparison = try PixelComparison(Self.averaged(first), Self.averaged(second))
        #expect(comparison.largest <= 16, "\(comparison)")
    }

    /// The averages of blocks of 8 × 8 pixels.
    private static func averaged(_ buffer: ImageBuffer) throws -> ImageBuffer {
        let bytes = buffer.planes[0].bytes
        var averages: [UInt8] = []
        for y in 0..<8 {
            let rows = y * buffer.height / 8..<(y + 1) * buffer.height / 8
            for x in 0..<8 {
                let columns = x * buffer.width / 8..<(x + 1) * buffer.width / 8
                for channel in 0..<3 {
                    var sum = 0
                    for row in rows {
                        for column in columns {
                            sum += Int(bytes[(row * buffer.width + column) * 3 + channel])
                        }
                    }
                    averages.append(UInt8(sum / (rows.count * columns.count)))
                }
            }
        }
        return try ImageBuffer(width: 8, height: 8, format: .rgb8, bytes: averages)
    }
}

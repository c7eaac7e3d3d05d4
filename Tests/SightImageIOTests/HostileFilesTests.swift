import Foundation
import SightGeometry
import SightImage
import SightImageIO
import Testing

/// Files that are cut off at every length or have flipped bits give an image or a typed error.
@Suite(.enabled(if: BuildTraits.all)) struct HostileFilesTests {
    static func samples() throws -> [(name: String, bytes: [UInt8])] {
        func base64(_ text: String) -> [UInt8] { [UInt8](Data(base64Encoded: text) ?? Data()) }
        let gradient = try TestFiles.gradient(24, 16)
        let tiff = TestFiles.tiff(orientation: 6, isLittle: false)
        let indices = (0..<384).map { UInt8($0 % 4) }
        return [
            (
                "jpeg",
                TestFiles.jpeg(
                    try ImageEncoder.encode(gradient, as: .jpeg(quality: 80)), exif: tiff)
            ),
            (
                "png",
                TestFiles.png(try ImageEncoder.encode(gradient, as: .png), adding: "eXIf", tiff)
            ),
            (
                "gif",
                TestFiles.gif(
                    canvas: (24, 16), frame: (0, 0, 24, 16), indices: indices,
                    palette: GIFCodecTests.palette, transparent: 2, isInterlaced: true)
            ),
            (
                "bmp",
                TestFiles.bmp(
                    3, 2, bits: 4, compression: 2, extra: BMPCodecTests.padded(4),
                    pixels: [3, 0x30, 0, 0, 0, 3, 0x01, 0x20, 0, 2, 1, 1, 0, 1])
            ),
            ("webp", base64(WebPCodecTests.lossless)), ("webp alpha", base64(WebPCodecTests.alpha)),
            ("webp animation", base64(WebPCodecTests.animation)),
            ("webp lossy", base64(WebPCodecTests.lossy)),
            ("heic", base64(HEIFCodecTests.heic)), ("avif", base64(HEIFCodecTests.rotated)),
        ]
    }

    /// Decodes a file if possible, checks the limit of its size, and returns whether it was
    /// decoded.
    @discardableResult
    static func decode(_ bytes: [UInt8]) -> Bool {
        var decoder = ImageDecoder.default
        decoder.limits.maximumPixels = 1_000_000
        guard let image = try? decoder.decode(bytes, minimumSize: 4) else { return false }
        #expect(image.buffer.width * image.buffer.height <= 1_000_000)
        #expect(throws: Never.self) {
            try image.buffer.upright(image.orientation, size: (4, 4))
        }
        return true
    }

    @Test func cutOffAnywhere() throws {
        for (_, bytes) in try Self.samples() {
            #expect(throws: Never.self) { try ImageDecoder.default.decode(bytes) }
            for length in 0..<bytes.count { Self.decode(Array(bytes.prefix(length))) }
        }
    }

    @Test(arguments: 0..<8)
    func flippedBits(_ seed: Int) throws {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ limit: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(limit))
        }
        for (name, bytes) in try Self.samples() {
            var decoded = 0
            for _ in 0..<150 {
                var bad = bytes
                for _ in 0...next(4) { bad[next(bad.count)] ^= UInt8(1 << next(8)) }
                if next(4) == 0 { bad[next(bad.count)] = 255 }
                if Self.decode(bad) { decoded += 1 }
            }
            #expect(decoded < 150, "\(name): no damage was noticed")
        }
    }
}

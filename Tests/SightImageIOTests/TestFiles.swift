import SightImage

/// Makes image files byte by byte, so that tests need no files.
enum TestFiles {
    static func little16(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

    static func little32(_ value: Int) -> [UInt8] {
        little16(value & 0xFFFF) + little16(value >> 16 & 0xFFFF)
    }

    static func big16(_ value: Int) -> [UInt8] { little16(value).reversed() }

    static func big32(_ value: Int) -> [UInt8] { little32(value).reversed() }

    /// A smooth image that compresses well.
    static func gradient(_ width: Int, _ height: Int) throws -> ImageBuffer {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                bytes += [
                    UInt8(x * 255 / max(width - 1, 1)), UInt8(y * 255 / max(height - 1, 1)),
                    UInt8((x + y) * 127 / max(width + height - 2, 1)),
                ]
            }
        }
        return try ImageBuffer(width: width, height: height, format: .rgb8, bytes: bytes)
    }

    /// A TIFF structure whose first directory holds an unrelated tag and the orientation.
    static func tiff(orientation: Int, isLittle: Bool) -> [UInt8] {
        func short(_ value: Int) -> [UInt8] { isLittle ? little16(value) : big16(value) }
        func long(_ value: Int) -> [UInt8] { isLittle ? little32(value) : big32(value) }
        let mark = Array((isLittle ? "II" : "MM").utf8)
        let width = short(0x0100) + short(4) + long(1) + long(640)
        let turned = short(0x0112) + short(3) + long(1) + short(orientation) + short(0)
        return mark + short(42) + long(8) + short(2) + width + turned + long(0)
    }

    /// A JPEG file with an EXIF segment after its first marker.
    static func jpeg(_ file: [UInt8], exif tiff: [UInt8]) -> [UInt8] {
        let payload = Array("Exif\0\0".utf8) + tiff
        var result = Array(file[..<2])
        result += [0xFF, 0xE1]
        result += big16(payload.count + 2)
        result += payload
        result += file[2...]
        return result
    }

    /// A PNG file with one more chunk before the last.
    static func png(_ file: [UInt8], adding type: String, _ payload: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + payload
        let chunk = big32(payload.count) + body + big32(Int(crc32(body)))
        return file.dropLast(12) + chunk + file.suffix(12)
    }

    /// The checksum of PNG: ISO 3309, bit by bit.
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in
                crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1
            }
        }
    }

    /// A BMP file with a 40-byte header.
    static func bmp(
        _ width: Int, _ height: Int, bits: Int, compression: Int = 0, extra: [UInt8] = [],
        pixels: [UInt8]
    ) -> [UInt8] {
        let offset = 54 + extra.count
        return Array("BM".utf8) + little32(offset + pixels.count) + little32(0) + little32(offset)
            + little32(40) + little32(width) + little32(height) + little16(1) + little16(bits)
            + little32(compression) + little32(pixels.count) + little32(0) + little32(0)
            + little32(0) + little32(0) + extra + pixels
    }

    /// A GIF file with codes of eight bits that are never compressed: a clear code before the
    /// table grows.
    static func gif(
        canvas: (Int, Int), frame: (x: Int, y: Int, width: Int, height: Int),
        indices: [UInt8], palette: [[UInt8]], transparent: Int? = nil, isInterlaced: Bool = false
    ) -> [UInt8] {
        var file = Array("GIF89a".utf8) + little16(canvas.0) + little16(canvas.1) + [0x81, 0, 0]
        file += (palette + Array(repeating: [0, 0, 0], count: 4 - palette.count)).flatMap { $0 }
        if let transparent { file += [0x21, 0xF9, 4, 1, 0, 0, UInt8(transparent), 0] }
        file += [0x2C] + little16(frame.x) + little16(frame.y) + little16(frame.width)
        file += little16(frame.height) + [isInterlaced ? 0x40 : 0, 7]
        // Codes are 8 bits wide as long as the table stays below 256: clear (128) every 100.
        var codes: [UInt8] = []
        for (position, index) in indices.enumerated() {
            if position % 100 == 0 { codes.append(128) }
            codes.append(index)
        }
        codes.append(129)
        for start in stride(from: 0, to: codes.count, by: 255) {
            let block = codes[start..<min(start + 255, codes.count)]
            file += [UInt8(block.count)] + block
        }
        return file + [0, 0x3B]
    }
}

import ModelFixtures

/// Images for commands to read.
enum GrayBitmap {
    /// A gray BMP of 24 bits; `pixel` gives the gray of a column and a row, counted from the top.
    static func bytes(
        width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> UInt8 = { _, _ in 128 }
    ) -> [UInt8] {
        let rowBytes = (3 * width + 3) / 4 * 4
        let size = UInt32(54 + rowBytes * height)
        let header =
            Array("BM".utf8) + size.littleEndianBytes + UInt32(0).littleEndianBytes
            + UInt32(54).littleEndianBytes + UInt32(40).littleEndianBytes
            + UInt32(width).littleEndianBytes + UInt32(height).littleEndianBytes
            + UInt16(1).littleEndianBytes + UInt16(24).littleEndianBytes
            + [UInt8](repeating: 0, count: 24)
        let rows = (0..<height).reversed().map { y in
            let pixels = (0..<width).flatMap { x in [UInt8](repeating: pixel(x, y), count: 3) }
            return pixels + [UInt8](repeating: 0, count: rowBytes - pixels.count)
        }
        return header + rows.joined()
    }
}

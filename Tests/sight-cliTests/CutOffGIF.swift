/// An image file that ends too early.
enum CutOffGIF {
    /// A GIF of 2 × 4 pixels in black and white, whose codes end after two rows.
    static let bytes: [UInt8] =
        Array("GIF89a".utf8) + [2, 0, 4, 0, 0x80, 0, 0]  // the size, and a palette of two colors
        + [0, 0, 0, 255, 255, 255]  // the palette
        + [0x2C, 0, 0, 0, 0, 2, 0, 4, 0, 0, 2]  // the frame, and codes of 3 bits
        + [2, 0b0100_0100, 0]  // a block of 2 bytes: clear, 0, 1, 0, 0
}

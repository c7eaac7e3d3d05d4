import NIOCore

extension ByteBuffer {
    /// The size of the pieces in which long answers are written, in bytes.
    static let pieceSize = 1 << 18

    /// Splits the bytes into pieces of at most `size` bytes, without copying them.
    func pieces(of size: Int = pieceSize) -> [ByteBuffer] {
        var (rest, pieces) = (self, [ByteBuffer]())
        while let piece = rest.readSlice(length: min(size, rest.readableBytes)),
            piece.readableBytes > 0
        {
            pieces.append(piece)
        }
        return pieces
    }
}

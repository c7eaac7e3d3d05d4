import NIOCore

/// Follows the messages in the bytes of a gRPC stream, and says how much memory the compressed ones
/// may take.
///
/// - Source: gRPC over HTTP/2, "Length-Prefixed-Message": a flag, four bytes of length, the
///   message.
struct MessageFrames {
    /// The most bytes that one compressed byte may become.
    ///
    /// - Source: zlib, "Maximum Compression Factor".
    private static let largestFactor = 1032
    private static let headLength = 5

    private var head: [UInt8] = []
    private var length = 0
    private var left = 0

    /// Takes the next bytes of the stream.
    ///
    /// - Returns: the limit of the decompressed bytes of the compressed messages that end in these
    ///   bytes, with `limit` for each message.
    mutating func inflatedLimit(of bytes: ByteBuffer, limit: Int) -> Int {
        var (bytes, sum) = (bytes, 0)
        while true {
            while head.count < Self.headLength {
                guard let byte = bytes.readInteger(as: UInt8.self) else { return sum }
                head.append(byte)
                guard head.count == Self.headLength else { continue }
                length = head.dropFirst().reduce(0) { $0 << 8 | Int($1) }
                left = length
            }
            let step = min(left, bytes.readableBytes)
            bytes.moveReaderIndex(forwardBy: step)
            left -= step
            guard left == 0 else { return sum }
            if head.first == 1 { sum += min(limit, length * Self.largestFactor) }
            head.removeAll(keepingCapacity: true)
        }
    }
}

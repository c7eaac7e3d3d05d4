import NIOCore

/// Follows the messages in the bytes of a gRPC stream, and decompresses the compressed ones.
///
/// The gRPC library must not decompress them itself: it never ends for a message that is cut off.
///
/// - Source: gRPC over HTTP/2, "Length-Prefixed-Message": a flag, four bytes of length, the
///   message.
struct MessageFrames {
    private static let headLength = 5

    /// The limit of a message in bytes, decompressed.
    private let limit: Int
    private var head: [UInt8] = []
    /// The bytes of the message that have not arrived.
    private var left = 0
    /// The received bytes of a compressed message.
    private var packed: [UInt8] = []

    /// Begins a stream whose messages have a size limit in bytes.
    init(limit: Int) { self.limit = limit }

    /// Whether a message has begun that is not complete.
    var isInside: Bool { !head.isEmpty }

    private var isPacked: Bool { head.first == 1 }

    /// Takes the next bytes of the stream; `held` already counts them.
    ///
    /// - Returns: the bytes with decompressed messages instead of the compressed ones.
    /// - Throws: ``ServeError``: `invalid`, `overloaded`; `tooLarge` as soon as a length is known.
    mutating func read(_ bytes: ByteBuffer, _ held: HeldBytes) throws(ServeError) -> [ByteBuffer] {
        let all = bytes
        var (bytes, parts) = (bytes, [ByteBuffer]())
        // Plain bytes that follow each other stay one part, so they are not copied.
        var start = bytes.readerIndex
        func endPart() {
            let length = bytes.readerIndex - start
            if length > 0, let part = all.getSlice(at: start, length: length) { parts.append(part) }
            start = bytes.readerIndex
        }
        while bytes.readableBytes > 0 {
            let flag = head.first ?? bytes.getInteger(at: bytes.readerIndex) ?? 0
            guard flag <= 1 else {
                throw ServeError(.invalid, "a message with the flag \(flag) instead of 0 or 1")
            }
            if flag == 1 { endPart() }
            try readPart(&bytes)
            if flag == 1 { start = bytes.readerIndex }
            guard head.count == Self.headLength, left == 0 else { continue }
            if flag == 1 { parts.append(try unpack(held)) }
            head.removeAll(keepingCapacity: true)
        }
        endPart()
        return parts
    }

    /// Reads more of the head, or of the message after it.
    private mutating func readPart(_ bytes: inout ByteBuffer) throws(ServeError) {
        guard head.count == Self.headLength else {
            let count = min(Self.headLength - head.count, bytes.readableBytes)
            head += bytes.readBytes(length: count) ?? []
            guard head.count == Self.headLength else { return }
            left = head.dropFirst().reduce(0) { $0 << 8 | Int($1) }
            guard left <= limit else {
                throw ServeError(.tooLarge, "a message has at most \(limit) bytes, not \(left)")
            }
            return
        }
        let count = min(left, bytes.readableBytes)
        let part = bytes.readSlice(length: count)
        if isPacked, let part { packed += part.readableBytesView }
        left -= count
    }

    /// Decompresses the compressed message that is complete.
    private mutating func unpack(_ held: HeldBytes) throws(ServeError) -> ByteBuffer {
        let before = held.current - packed.count
        let plain: [UInt8]
        do throws(ServeError) {
            plain = try ContentCoding.decode(packed, limit: limit, hold: held.hold)
        } catch {
            guard error.kind == .invalid else { throw error }
            throw ServeError(.invalid, "a compressed message is damaged or cut off")
        }
        packed = []
        try held.replace(with: before + plain.count)
        var frame = ByteBuffer()
        frame.reserveCapacity(Self.headLength + plain.count)
        frame.writeInteger(UInt8(0))
        frame.writeInteger(UInt32(clamping: plain.count))
        frame.writeBytes(plain)
        return frame
    }
}

/// Reads the fields of a protocol buffer message in order; every access is checked against its
/// size.
///
/// - Source: Protocol Buffers, "Encoding".
struct MessageCursor {
    /// A field's value.
    enum Value {
        /// The 64 bits of an integer, a Boolean or the number of an enumeration.
        case integer(UInt64)
        /// The bits of a binary32 number.
        case real(UInt32)
        /// Bytes: a text, another message or a list of integers.
        case bytes(Range<Int>)
        /// Eight bytes, which no attribute has.
        case other
    }

    private let bytes: UnsafeRawBufferPointer
    private var position: Int
    private let end: Int

    /// Reads the message at a place inside of `bytes`.
    init(_ bytes: UnsafeRawBufferPointer, _ place: Range<Int>) {
        let limits = place.clamped(to: 0..<bytes.count)
        self.bytes = bytes
        (position, end) = (limits.lowerBound, limits.upperBound)
    }

    /// Returns the next field; `nil` at the end of the message.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    mutating func next() throws(ModelError) -> (field: Int, value: Value)? {
        guard position < end else { return nil }
        let tag = try integer()
        let field = Int(truncatingIfNeeded: tag >> 3)
        switch tag & 7 {
        case 0: return (field, .integer(try integer()))
        case 1:
            _ = try take(8)
            return (field, .other)
        case 2: return (field, .bytes(try take(Int(clamping: try integer()))))
        case 5:
            let start = try take(4).lowerBound
            return (field, .real(bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
        default: throw ModelError(.malformed, "a message has a field of wire type \(tag & 7)")
        }
    }

    /// Reads an integer: seven bits in each byte, the lowest ones first; the last byte is
    /// below 128.
    mutating func integer() throws(ModelError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 70, by: 7) {
            let byte = bytes[try take(1).lowerBound]
            value |= UInt64(byte & 0x7F) &<< UInt64(shift)
            if byte < 128 { return value }
        }
        throw ModelError(.malformed, "an integer of a message has more than 10 bytes")
    }

    /// Whether all fields were read.
    var isAtEnd: Bool { position >= end }

    private mutating func take(_ count: Int) throws(ModelError) -> Range<Int> {
        guard count <= end - position else {
            throw ModelError(.malformed, "a message ends before \(count) more bytes")
        }
        defer { position += count }
        return position..<(position + count)
    }
}

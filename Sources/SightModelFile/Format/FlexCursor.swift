/// Reads scalars, offsets and keys of a FlexBuffer; every access is checked against its size.
struct FlexCursor {
    let bytes: UnsafeRawBufferPointer

    private func check(_ position: Int, _ length: Int) throws(ModelError) {
        guard position >= 0, length >= 0, position <= bytes.count - length else {
            throw ModelError(
                .malformed,
                "\(length) bytes at \(position) lie outside a FlexBuffer of \(bytes.count)")
        }
    }

    /// Reads an unsigned integer of 1, 2, 4 or 8 bytes.
    func unsigned(at position: Int, width: Int) throws(ModelError) -> UInt64 {
        try check(position, width)
        var value: UInt64 = 0
        for i in 0..<width { value |= UInt64(bytes[position + i]) << UInt64(8 * i) }
        return value
    }

    /// Reads a signed integer of 1, 2, 4 or 8 bytes.
    func signed(at position: Int, width: Int) throws(ModelError) -> Int64 {
        let shift = Int64(64 - 8 * width)
        let bits = Int64(bitPattern: try unsigned(at: position, width: width))
        return (bits << shift) >> shift
    }

    /// Reads a real number of 2, 4 or 8 bytes.
    func real(at position: Int, width: Int) throws(ModelError) -> Double {
        let bits = try unsigned(at: position, width: width)
        switch width {
        case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 8: return Double(bitPattern: bits)
        case 2: return Double(Half.float(UInt16(truncatingIfNeeded: bits)))
        default: throw ModelError(.malformed, "a FlexBuffer real of \(width) byte")
        }
    }

    /// Returns the position that a backward offset points to.
    func target(at position: Int, width: Int) throws(ModelError) -> Int {
        let offset = try unsigned(at: position, width: width)
        guard offset <= UInt64(position) else {
            throw ModelError(.malformed, "a FlexBuffer offset of \(offset) at \(position)")
        }
        return position - Int(offset)
    }

    /// Returns the place of the value at the root, and the size of its elements in bytes.
    ///
    /// The root is at the end: an offset, the type and the offset's size.
    ///
    /// - Throws: ``ModelError`` with code `malformed`, also if the root has another type.
    func root(type: Int, called name: String) throws(ModelError) -> (place: Int, width: Int) {
        let end = bytes.count
        let width = Int(truncatingIfNeeded: try unsigned(at: end - 1, width: 1))
        let packed = Int(truncatingIfNeeded: try unsigned(at: end - 2, width: 1))
        guard [1, 2, 4, 8].contains(width), packed >> 2 == type else {
            throw ModelError(
                .malformed, "the root of a FlexBuffer is not a \(name) (type \(packed >> 2))")
        }
        return (try target(at: end - 2 - width, width: width), 1 &<< (packed & 3))
    }

    /// Returns a number of elements; throws if it is larger than the number of bytes.
    func count(_ value: UInt64) throws(ModelError) -> Int {
        guard value <= UInt64(bytes.count) else {
            throw ModelError(.malformed, "a FlexBuffer of \(value) elements")
        }
        return Int(value)
    }

    /// Reads a key of at most `limit` bytes, which ends before a zero byte.
    func key(at position: Int, limit: Int) throws(ModelError) -> String {
        try check(position, 1)
        guard let end = bytes[position...].prefix(max(0, limit) + 1).firstIndex(of: 0) else {
            throw ModelError(
                .malformed, "a FlexBuffer key at \(position) has no end in \(limit) bytes")
        }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }
}

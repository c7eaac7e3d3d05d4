/// Reads that return `nil` beyond the end of the bytes.
extension RawSpan {
    /// Returns the byte at an offset.
    func byte(at offset: Int) -> UInt8? {
        offset >= 0 && offset < byteCount
            ? unsafeLoad(fromByteOffset: offset, as: UInt8.self) : nil
    }

    /// Returns an unsigned 16-bit number, least significant byte first.
    func little16(at offset: Int) -> Int? {
        load(offset, UInt16.self).map { Int(UInt16(littleEndian: $0)) }
    }

    /// Returns an unsigned 32-bit number, least significant byte first; `nil` too if it exceeds
    /// `Int`.
    func little32(at offset: Int) -> Int? {
        load(offset, UInt32.self).flatMap { Int(exactly: UInt32(littleEndian: $0)) }
    }

    /// Returns an unsigned 16-bit number, most significant byte first.
    func big16(at offset: Int) -> Int? {
        load(offset, UInt16.self).map { Int(UInt16(bigEndian: $0)) }
    }

    /// Returns an unsigned 32-bit number, most significant byte first; `nil` too if it exceeds
    /// `Int`.
    func big32(at offset: Int) -> Int? {
        load(offset, UInt32.self).flatMap { Int(exactly: UInt32(bigEndian: $0)) }
    }

    /// Whether an ASCII text begins at an offset.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, offset <= byteCount - text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount {
            let found = unsafeLoad(fromByteOffset: offset + index, as: UInt8.self)
            guard found == text.utf8Start[index] else { return false }
        }
        return true
    }

    private func load<Value: BitwiseCopyable>(_ offset: Int, _ type: Value.Type) -> Value? {
        offset >= 0 && offset <= byteCount - MemoryLayout<Value>.size
            ? unsafeLoadUnaligned(fromByteOffset: offset, as: type) : nil
    }
}

/// Splits and joins packed strings, each preceded by its length in four bytes, little-endian.
///
/// - Source: Triton, "Binary Tensor Data Extension", `BYTES`.
enum PrefixedStrings {
    /// The number of bytes of a length.
    static let prefixLength = 4

    /// Counts the strings; returns `nil` if a length exceeds the remaining bytes.
    ///
    /// The count takes no memory, and the split strings take ten times that of their bytes.
    static func count(in bytes: ArraySlice<UInt8>) -> Int? {
        var count = 0
        return visit(bytes) { _ in count += 1 } ? count : nil
    }

    /// Splits bytes into strings; returns `nil` if a length exceeds the remaining bytes.
    static func split(_ bytes: ArraySlice<UInt8>) -> [[UInt8]]? {
        var strings: [[UInt8]] = []
        return visit(bytes) { strings.append(Array($0)) } ? strings : nil
    }

    /// Calls a body with each string; returns `false` at a length that exceeds the remaining bytes.
    private static func visit(
        _ bytes: ArraySlice<UInt8>, _ body: (Slice<UnsafeRawBufferPointer>) -> Void
    ) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var position = 0
            while position < buffer.count {
                guard buffer.count - position >= prefixLength else { return false }
                let length = Int(
                    UInt32(
                        littleEndian: buffer.loadUnaligned(
                            fromByteOffset: position, as: UInt32.self)))
                position += prefixLength
                guard length <= buffer.count - position else { return false }
                body(buffer[position..<position + length])
                position += length
            }
            return true
        }
    }

    /// Joins strings, each preceded by its length.
    static func join(_ strings: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(strings.reduce(0) { $0 + prefixLength + $1.count })
        for string in strings {
            withUnsafeBytes(of: UInt32(clamping: string.count).littleEndian) { bytes += $0 }
            bytes += string
        }
        return bytes
    }
}

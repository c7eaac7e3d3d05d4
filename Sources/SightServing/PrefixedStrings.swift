/// Splits and joins packed strings, each preceded by its length in four bytes, little-endian.
///
/// - Source: Triton, "Binary Tensor Data Extension", `BYTES`.
enum PrefixedStrings {
    /// The number of bytes of a length.
    static let prefixLength = 4

    /// Splits bytes into strings; returns `nil` if a length exceeds the remaining bytes.
    static func split(_ bytes: ArraySlice<UInt8>) -> [[UInt8]]? {
        var strings: [[UInt8]] = []
        var rest = bytes
        while !rest.isEmpty {
            guard rest.count >= prefixLength else { return nil }
            let length = rest.withUnsafeBytes {
                Int(UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)))
            }
            rest = rest.dropFirst(prefixLength)
            guard length <= rest.count else { return nil }
            strings.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return strings
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

/// A cursor over recorded results, little-endian.
///
/// The files belong to the package, so a short file may trap.
struct GoldenReader {
    let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func take(_ count: Int) -> [UInt8] {
        defer { position += count }
        return Array(bytes[position..<(position + count)])
    }

    mutating func byte() -> Int { Int(take(1)[0]) }

    mutating func count() -> Int { take(4).reversed().reduce(0) { $0 << 8 | Int($1) } }

    /// A length and that many bytes.
    mutating func blob() -> [UInt8] { take(count()) }

    mutating func text() -> String { String(decoding: blob(), as: UTF8.self) }
}

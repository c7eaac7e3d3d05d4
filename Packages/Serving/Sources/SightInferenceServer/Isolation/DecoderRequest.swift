/// The header of a request to a decoding child; the bytes of the image follow it.
struct DecoderRequest {
    /// The size of the image's file in bytes.
    let count: Int
    /// The pixels that both sides must keep; `nil` for the full size.
    let minimumSize: Int?

    /// The size of the header: two little-endian numbers of 8 bytes; −1 stands for no minimum.
    static let byteCount = 16

    init(count: Int, minimumSize: Int?) {
        self.count = count
        self.minimumSize = minimumSize
    }

    /// Decodes the header that ``bytes`` encodes.
    init(_ bytes: [UInt8]) {
        count = Self.number(bytes[..<8])
        let minimum = Self.number(bytes[8..<Self.byteCount])
        minimumSize = minimum < 0 ? nil : minimum
    }

    var bytes: [UInt8] { [count, minimumSize ?? -1].flatMap(Self.bytes) }

    private static func bytes(_ number: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

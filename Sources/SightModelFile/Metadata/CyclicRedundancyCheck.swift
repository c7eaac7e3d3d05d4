/// The checksum of ZIP archives, CRC-32.
///
/// - Source: PKWARE APPNOTE 6.3.10, 4.4.7: polynomial 0xEDB88320, reflected, inverted twice.
package enum CyclicRedundancyCheck {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in
            value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1)
        }
    }

    /// Returns the checksum of bytes.
    package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        let table = table
        return ~bytes.reduce(~0) { value, byte in
            table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8)
        }
    }
}

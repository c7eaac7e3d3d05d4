/// Divides a transport stream into RTP packets.
///
/// - Source: RFC 3550, section 5.1; payload 33 of RFC 3551.
enum RTPPackets {
    /// Returns packets with seven transport packets each.
    static func of(_ stream: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: stream.count, by: 7 * 188).enumerated().map { number, start in
            var packet: [UInt8] = [0x80, 33, UInt8(number >> 8 & 255), UInt8(number & 255)]
            packet += withUnsafeBytes(of: UInt32(number * 900).bigEndian) { Array($0) }
            packet += [0, 0, 0, 1]
            return packet + stream[start..<min(start + 7 * 188, stream.count)]
        }
    }
}

public import NIOCore

/// A client's address as limits count it: an IPv4 address, or the /64 network of an IPv6 address,
/// which usually belongs to one customer.
public struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
    private let bits: UInt64
    private let isNetwork: Bool

    /// Makes the peer of a connection; connections without an address share one peer.
    public init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            self.init(withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
        case .v6(let address):
            self.init(withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        default: self.init([])
        }
    }

    /// Makes the peer of an address in text form, as in a proxy's header field.
    public init(_ text: String) {
        self.init(try? SocketAddress(ipAddress: text, port: 0))
    }

    /// Makes a peer from the 4 or 16 bytes of an address.
    private init(_ bytes: [UInt8]) {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        let isMapped = bytes.count == 16 && bytes.starts(with: mapped)
        isNetwork = bytes.count == 16 && !isMapped
        let counted = isMapped ? bytes.suffix(4) : bytes.prefix(8)
        bits = counted.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The address, or the network as `2001:db8:0:1::/64`.
    public var description: String {
        func part(_ shift: Int, _ width: Int) -> UInt64 { bits >> UInt64(shift) & (1 << width - 1) }
        guard isNetwork else {
            return [24, 16, 8, 0].map { "\(part($0, 8))" }.joined(separator: ".")
        }
        return [48, 32, 16, 0].map { String(part($0, 16), radix: 16) }.joined(separator: ":")
            + "::/64"
    }
}

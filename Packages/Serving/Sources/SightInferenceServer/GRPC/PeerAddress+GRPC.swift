import SightServerSupport

extension PeerAddress {
    /// Makes the peer of a gRPC connection from the library's text, `ipv4:127.0.0.1:31415` or
    /// `ipv6:[::1]:443`; connections with other texts share one peer.
    package init(remotePeer text: String) {
        let host = text.split(separator: ":", maxSplits: 1).last ?? ""
        let end = host.lastIndex(of: ":") ?? host.endIndex
        self.init(host[..<end].filter { $0 != "[" && $0 != "]" })
    }
}

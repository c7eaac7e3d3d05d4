import SightServerSupport

extension ServeSettings {
    /// The limit of open connections of a protocol.
    var connectionLimit: ConnectionLimit {
        ConnectionLimit(
            total: maximumConnections,
            perPeer: maximumPeerConnections ?? max(1, maximumConnections / 2))
    }
}

import SightServerSupport

extension ServeSettings {
    /// The limit of open connections of a protocol; one peer has a quarter by default.
    var connectionLimit: ConnectionLimit {
        ConnectionLimit(
            total: maximumConnections,
            perPeer: maximumPeerConnections ?? max(1, maximumConnections / 4))
    }

    /// Returns ``maximumConnections``, or fewer if a limit of open files has no room for them.
    ///
    /// Without a free file, the service could not even accept a connection to refuse it, so one
    /// client could keep out all others.
    package func connections(fitting files: Int) -> Int {
        // The files of the service itself: its threads, its log, and the pipes of child processes.
        let reserve = 64 + 8 * defaultInstances
        return min(maximumConnections, max(1, (files - reserve) / (grpcPort == nil ? 1 : 2)))
    }
}

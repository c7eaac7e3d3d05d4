/// Under which circumstances models may be downloaded.
public struct DownloadConditions: Hashable, Sendable {
    /// Whether mobile networks may be used; has an effect where the system knows them.
    public var allowsCellularAccess: Bool
    /// Seconds without a byte after which an attempt has failed.
    package var idleTimeout = 60.0
    /// Seconds for one attempt; `nil` for the usual 600.
    package var deadline: Double?

    /// Makes conditions; by default any network will do.
    public init(allowsCellularAccess: Bool = true) {
        self.allowsCellularAccess = allowsCellularAccess
    }
}

/// The conditions under which models may be downloaded.
public struct DownloadConditions: Hashable, Sendable {
    /// Whether mobile networks may be used, on systems that distinguish them.
    public var allowsCellularAccess: Bool
    /// Seconds without a byte after which an attempt has failed.
    package var idleTimeout = 60.0
    /// Seconds for one attempt; `nil` for the usual 600.
    package var deadline: Double?

    /// Creates conditions; the default allows every network.
    public init(allowsCellularAccess: Bool = true) {
        self.allowsCellularAccess = allowsCellularAccess
    }
}

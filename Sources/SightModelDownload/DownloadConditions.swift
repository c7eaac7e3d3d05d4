/// The conditions under which models may be downloaded.
public struct DownloadConditions: Hashable, Sendable {
    /// Whether mobile networks may be used, on systems that distinguish them.
    public var allowsCellularAccess: Bool
    /// Whether a model's bytes go on coming while the app is suspended.
    ///
    /// On Apple's platforms the system's background service then fetches them, in its own time: there
    /// is no progress in between and no deadline. Elsewhere apps are not suspended.
    public var allowsBackgroundDownloading: Bool
    /// Seconds without a byte after which an attempt has failed.
    package var idleTimeout = 60.0
    /// Seconds for one attempt; `nil` for the usual 600.
    package var deadline: Double?

    /// Creates conditions; the default allows every network, in the foreground.
    public init(allowsCellularAccess: Bool = true, allowsBackgroundDownloading: Bool = false) {
        self.allowsCellularAccess = allowsCellularAccess
        self.allowsBackgroundDownloading = allowsBackgroundDownloading
    }
}

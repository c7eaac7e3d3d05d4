/// The conditions under which models may be downloaded.
public struct DownloadConditions: Hashable, Sendable {
    /// Whether mobile networks may be used, on systems that distinguish them.
    public var allowsCellularAccess: Bool
    /// Whether the download of a model continues while the app is suspended.
    ///
    /// On Apple's platforms, the system's background service then downloads the file at a time of
    /// its choice, without progress reports and without a deadline. In app extensions, and on other
    /// platforms, whose apps are not suspended, the download is one in the foreground.
    public var allowsBackgroundDownloading: Bool
    /// The number of seconds without a byte after which an attempt fails.
    package var idleTimeout = 60.0
    /// The number of seconds for one attempt; `nil` for the usual 600.
    package var deadline: Double?

    /// Creates conditions; the default allows every network, in the foreground.
    public init(allowsCellularAccess: Bool = true, allowsBackgroundDownloading: Bool = false) {
        self.allowsCellularAccess = allowsCellularAccess
        self.allowsBackgroundDownloading = allowsBackgroundDownloading
    }
}

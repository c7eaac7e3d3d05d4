/// The conditions under which a model may be downloaded.
package struct RemoteModelConditions: Hashable, Sendable {
    /// Whether the phone's cellular network may be used.
    package let allowsCellularAccess: Bool
    /// Whether the download goes on while the app is in the background.
    package let allowsBackgroundDownloading: Bool

    /// Makes conditions.
    package init(allowsCellularAccess: Bool, allowsBackgroundDownloading: Bool) {
        self.allowsCellularAccess = allowsCellularAccess
        self.allowsBackgroundDownloading = allowsBackgroundDownloading
    }
}

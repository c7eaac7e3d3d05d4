/// When a model may be downloaded.
public struct ModelDownloadConditions: Sendable {
    /// Whether the network of a phone may be used.
    let allowsCellularAccess: Bool

    /// Makes conditions.
    public init(allowsCellularAccess: Bool = true) {
        self.allowsCellularAccess = allowsCellularAccess
    }
}

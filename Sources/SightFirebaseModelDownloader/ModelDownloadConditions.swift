/// The conditions for the download of a model.
public struct ModelDownloadConditions: Sendable {
    /// Whether the download may use a cellular network.
    let allowsCellularAccess: Bool

    /// Makes conditions.
    public init(allowsCellularAccess: Bool = true) {
        self.allowsCellularAccess = allowsCellularAccess
    }
}

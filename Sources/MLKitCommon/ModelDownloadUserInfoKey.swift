/// A key of the `userInfo` of download notifications; index `userInfo` with its `rawValue`.
public struct ModelDownloadUserInfoKey: RawRepresentable, Hashable, Sendable {
    /// The key in `userInfo`.
    public let rawValue: String
    /// Makes a key.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The ``RemoteModel``.
    public static let remoteModel = ModelDownloadUserInfoKey(
        rawValue: "MLKModelDownloadUserInfoKeyRemoteModel")
    /// The `NSError` of a download that failed.
    public static let error = ModelDownloadUserInfoKey(
        rawValue: "MLKModelDownloadUserInfoKeyError")
}

/// A key of the `userInfo` of download notifications.
///
/// `userInfo` may be indexed with the key or with its `rawValue`. The Swift compiler gives the
/// conformance to the enumerations of strings that it imports from Objective-C.
public struct ModelDownloadUserInfoKey: _SwiftNewtypeWrapper, Hashable, Sendable {
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

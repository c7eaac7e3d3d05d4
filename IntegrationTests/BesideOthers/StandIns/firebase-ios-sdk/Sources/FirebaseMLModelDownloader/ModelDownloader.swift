/// Has the name of Firebase's downloader.
public struct ModelDownloader {
    /// The package that this type is of.
    public static let maker = "firebase-ios-sdk"
}

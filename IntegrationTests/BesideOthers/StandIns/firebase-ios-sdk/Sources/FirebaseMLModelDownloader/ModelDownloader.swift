/// A type with the name of Firebase's downloader.
public struct ModelDownloader {
    /// The package that declares this type.
    public static let maker = "firebase-ios-sdk"
}

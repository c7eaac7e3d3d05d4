/// A type with the name of Firebase's app.
public final class FirebaseApp {
    /// The package that declares this type.
    public static let maker = "firebase-ios-sdk"

    /// Does nothing.
    public static func configure() {}
}

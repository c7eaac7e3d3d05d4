/// Has the name of Firebase's app.
public final class FirebaseApp {
    /// The package that this type is of.
    public static let maker = "firebase-ios-sdk"

    /// Sets up nothing.
    public static func configure() {}
}

public import Foundation
import SightDropIn

/// An app that Firebase knows; only downloads of hosted models need one.
#if canImport(ObjectiveC)
    @objcMembers @objc(SightFirebaseApp)
#endif
public final class FirebaseApp: NSObject, Sendable {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var apps: [String: FirebaseApp] = [:]
    private static let defaultName = "__FIRAPP_DEFAULT"

    /// The app's name.
    public let name: String
    /// A copy that nobody else has, so nobody changes it.
    nonisolated(unsafe) private let copiedOptions: FirebaseOptions?

    private init(_ name: String, _ options: FirebaseOptions?) {
        self.name = name
        copiedOptions = options?.copy() as? FirebaseOptions
    }

    /// A copy of the options; empty ones when the app was configured without.
    public var options: FirebaseOptions {
        copiedOptions?.copy() as? FirebaseOptions
            ?? FirebaseOptions(googleAppID: "", gcmSenderID: "")
    }

    /// Sets up the default app with `GoogleService-Info.plist` of the main bundle.
    ///
    /// Works without the file, unlike in Firebase, whose call raises an exception: local models
    /// need no Firebase project.
    public class func configure() { add(defaultName, FirebaseOptions.defaultOptions()) }

    /// Sets up the default app.
    public class func configure(options: FirebaseOptions) {
        add(defaultName, options)
        HostedModels.project = options.project
    }

    /// Sets up another app.
    public class func configure(name: String, options: FirebaseOptions) { add(name, options) }

    /// The default app; `nil` before `configure()`.
    public class func app() -> FirebaseApp? { app(name: defaultName) }

    /// An app; `nil` before it is set up.
    public class func app(name: String) -> FirebaseApp? { lock.withLock { apps[name] } }

    private static func add(_ name: String, _ options: FirebaseOptions?) {
        lock.withLock { apps[name] = FirebaseApp(name, options) }
    }
}

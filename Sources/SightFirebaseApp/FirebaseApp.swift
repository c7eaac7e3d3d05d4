// FirebaseCore exports Foundation, as modules of Objective-C do.
@_exported public import Foundation
import SightConcurrency
import SightDropIn

/// A configured Firebase app; only downloads of hosted models need one.
#if canImport(ObjectiveC)
    @objcMembers @objc(SightFirebaseApp)
#endif
public final class FirebaseApp: NSObject, Sendable {
    private static let apps = Guarded<[String: FirebaseApp]>([:])
    private static let defaultName = "__FIRAPP_DEFAULT"

    /// The app's name.
    public let name: String
    /// A private copy of the options, which never changes.
    nonisolated(unsafe) private let copiedOptions: FirebaseOptions?

    /// Whether the app was configured without a name.
    package var isDefault: Bool { name == Self.defaultName }

    private init(_ name: String, _ options: FirebaseOptions?) {
        self.name = name
        copiedOptions = options?.copy() as? FirebaseOptions
    }

    /// A copy of the options; empty options if the app was configured without any.
    public var options: FirebaseOptions {
        copiedOptions?.copy() as? FirebaseOptions
            ?? FirebaseOptions(googleAppID: "", gcmSenderID: "")
    }

    /// Configures the default app with `GoogleService-Info.plist` of the main bundle.
    ///
    /// The call also works without the file, because local models need no Firebase project;
    /// Firebase's original raises an exception then.
    public class func configure() { add(defaultName, FirebaseOptions.defaultOptions()) }

    /// Configures the default app.
    public class func configure(options: FirebaseOptions) {
        add(defaultName, options)
        HostedModels.project = options.project
    }

    /// Configures another app.
    public class func configure(name: String, options: FirebaseOptions) { add(name, options) }

    /// Returns the default app; `nil` before `configure()`.
    public class func app() -> FirebaseApp? { app(name: defaultName) }

    /// Returns an app by its name; `nil` before it is configured.
    public class func app(name: String) -> FirebaseApp? { apps.current[name] }

    private static func add(_ name: String, _ options: FirebaseOptions?) {
        let app = FirebaseApp(name, options)
        apps.withLock { $0[name] = app }
    }
}

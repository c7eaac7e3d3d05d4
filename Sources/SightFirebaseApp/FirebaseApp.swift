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
    private let collectsData = Guarded(true)

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

    /// The setting for Firebase's products that collect data, `true` at first.
    ///
    /// It has no effect here, because Sight collects no data.
    public var isDataCollectionDefaultEnabled: Bool {
        get { collectsData.current }
        set { collectsData.current = newValue }
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

    /// The configured apps by their names; `nil` if there are none.
    public class var allApps: [String: FirebaseApp]? {
        let apps = apps.current
        return apps.isEmpty ? nil : apps
    }

    /// Forgets the app, so that ``app(name:)`` no longer returns it.
    ///
    /// Models that were downloaded for it stay on the device.
    ///
    /// - Parameter completion: called before the function returns, with `false` if the app was
    ///   deleted before.
    #if canImport(ObjectiveC)
        @objc(deleteApp:)
    #endif
    public func delete(_ completion: @escaping (Bool) -> Void) { completion(remove()) }

    /// Forgets the app, so that ``app(name:)`` no longer returns it.
    ///
    /// - Returns: `false` if the app was deleted before.
    @nonobjc public func delete() async -> Bool { remove() }

    private func remove() -> Bool {
        let isRemoved = Self.apps.withLock { apps in
            guard apps[name] === self else { return false }
            apps[name] = nil
            return true
        }
        if isRemoved && isDefault { HostedModels.project = nil }
        return isRemoved
    }

    private static func add(_ name: String, _ options: FirebaseOptions?) {
        let app = FirebaseApp(name, options)
        apps.withLock { $0[name] = app }
    }
}

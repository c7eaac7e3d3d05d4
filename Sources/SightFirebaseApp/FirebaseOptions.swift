public import Foundation
package import SightDropIn

/// What identifies an app to Firebase.
#if canImport(ObjectiveC)
    @objcMembers @objc(SightFirebaseOptions)
#endif
open class FirebaseOptions: NSObject, NSCopying {
    /// The app's id, such as `1:123:ios:abc`.
    open var googleAppID: String
    /// The project's number.
    open var gcmSenderID: String
    /// The key of the project's services.
    open var apiKey: String?
    /// The project's name.
    open var projectID: String?
    /// The app's bundle; the main bundle's identifier at first.
    open var bundleID = Bundle.main.bundleIdentifier ?? ""
    /// Where the project stores files.
    open var storageBucket: String?
    /// The host of the models instead of Google's, such as a Sight Host; not in Firebase.
    ///
    /// The environment's `SIGHT_MODEL_HOST` comes before it, the property lists' key of this name
    /// after it.
    open var modelHost: URL?

    /// Makes options.
    public init(googleAppID: String, gcmSenderID: String) {
        self.googleAppID = googleAppID
        self.gcmSenderID = gcmSenderID
    }

    /// Reads a `GoogleService-Info.plist`; `nil` when it is missing, no property list, or without
    /// an app id.
    public init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path),
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
            let values = list as? [String: Any],
            let googleAppID = values["GOOGLE_APP_ID"] as? String
        else { return nil }
        self.googleAppID = googleAppID
        gcmSenderID = values["GCM_SENDER_ID"] as? String ?? ""
        apiKey = values["API_KEY"] as? String
        projectID = values["PROJECT_ID"] as? String
        storageBucket = values["STORAGE_BUCKET"] as? String
        modelHost = (values["SIGHT_MODEL_HOST"] as? String).flatMap { URL(string: $0) }
        super.init()
        if let bundleID = values["BUNDLE_ID"] as? String { self.bundleID = bundleID }
    }

    /// The options of `GoogleService-Info.plist` in the main bundle; `nil` without one.
    ///
    /// The environment variable `SIGHT_FIREBASE_PLIST` names another file.
    open class func defaultOptions() -> FirebaseOptions? {
        FirebaseProject.file.flatMap { FirebaseOptions(contentsOfFile: $0.path) }
    }

    /// The project that the options name.
    package var project: FirebaseProject {
        FirebaseProject(
            apiKey: apiKey ?? "", appID: googleAppID, projectID: projectID ?? "",
            bundleID: bundleID, modelHost: modelHost)
    }

    /// A copy that later changes do not reach.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = FirebaseOptions(googleAppID: googleAppID, gcmSenderID: gcmSenderID)
        copy.apiKey = apiKey
        copy.projectID = projectID
        copy.bundleID = bundleID
        copy.storageBucket = storageBucket
        copy.modelHost = modelHost
        return copy
    }
}

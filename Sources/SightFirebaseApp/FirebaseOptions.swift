public import Foundation
package import SightDropIn

/// The identifiers of an app and its Firebase project.
#if canImport(ObjectiveC)
    @objcMembers @objc(SightFirebaseOptions)
#endif
open class FirebaseOptions: NSObject, NSCopying {
    /// The app's ID, such as `1:123:ios:abc`.
    open var googleAppID: String
    /// The project's number.
    open var gcmSenderID: String
    /// The API key of the project.
    open var apiKey: String?
    /// The project's ID.
    open var projectID: String?
    /// The app's bundle identifier; by default that of the main bundle.
    open var bundleID = Bundle.main.bundleIdentifier ?? ""
    /// The app's client ID for Google Sign-In; Sight does not use it.
    open var clientID: String?
    /// The address of the project's Realtime Database; Sight does not use it.
    open var databaseURL: String?
    /// The project's Cloud Storage bucket.
    open var storageBucket: String?
    /// The address of a model host that replaces Google's, such as a Sight Host; not in Firebase.
    ///
    /// The environment variable `SIGHT_MODEL_HOST` takes precedence over it, and it takes
    /// precedence over the key of this name in the property lists.
    open var modelHost: URL?

    /// Makes options.
    public init(googleAppID: String, gcmSenderID: String) {
        self.googleAppID = googleAppID
        self.gcmSenderID = gcmSenderID
    }

    /// Reads a `GoogleService-Info.plist`; `nil` if it is missing, damaged or without an app ID.
    public init?(contentsOfFile path: String) {
        guard let values = FirebaseProject.texts(ofFile: path),
            let googleAppID = values["GOOGLE_APP_ID"]
        else { return nil }
        self.googleAppID = googleAppID
        gcmSenderID = values["GCM_SENDER_ID"] ?? ""
        apiKey = values["API_KEY"]
        projectID = values["PROJECT_ID"]
        clientID = values["CLIENT_ID"]
        databaseURL = values["DATABASE_URL"]
        storageBucket = values["STORAGE_BUCKET"]
        modelHost = values["SIGHT_MODEL_HOST"].flatMap { URL(string: $0) }
        super.init()
        if let bundleID = values["BUNDLE_ID"] { self.bundleID = bundleID }
    }

    /// Reads the options from `GoogleService-Info.plist` in the main bundle; `nil` without the
    /// file.
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

    /// Makes an independent copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = FirebaseOptions(googleAppID: googleAppID, gcmSenderID: gcmSenderID)
        copy.apiKey = apiKey
        copy.projectID = projectID
        copy.bundleID = bundleID
        copy.clientID = clientID
        copy.databaseURL = databaseURL
        copy.storageBucket = storageBucket
        copy.modelHost = modelHost
        return copy
    }
}

public import Foundation
public import SightModels

/// The Firebase project that an app belongs to, as `GoogleService-Info.plist` describes it.
public struct FirebaseConfiguration: Hashable, Sendable {
    /// The name of an app that is configured without a name.
    public static let defaultAppName = "__FIRAPP_DEFAULT"

    /// `API_KEY`: 39 characters, of which the first is `A`.
    public let apiKey: String
    /// `GOOGLE_APP_ID`.
    public let appID: String
    /// `PROJECT_ID`.
    public let projectID: String
    /// `BUNDLE_ID`, or the identifier of the main bundle; may be empty.
    public let bundleID: String
    /// The name of the app.
    public let appName: String
    /// The addresses of the services.
    public var endpoints: FirebaseEndpoints

    /// Creates a configuration in code.
    ///
    /// - Parameters:
    ///   - apiKey: 39 characters, of which the first is `A`.
    ///   - appID: the identifier of the app.
    ///   - projectID: the identifier of the project.
    ///   - bundleID: the bundle identifier of the app; the main bundle supplies it by default.
    ///   - appName: distinguishes several apps in one process.
    ///   - endpoints: the addresses of the services; by default
    ///     ``FirebaseEndpoints/current(host:)``. Given endpoints are used even if the environment
    ///     names a host.
    /// - Throws: `ModelDeliveryError` with the code `invalidArgument`, whose message contains the
    ///   invalid value.
    public init(
        apiKey: String, appID: String, projectID: String, bundleID: String? = nil,
        appName: String = defaultAppName, endpoints: FirebaseEndpoints? = nil
    ) throws(ModelDeliveryError) {
        try Self.check(apiKey: apiKey)
        for (name, value) in [
            ("GOOGLE_APP_ID", appID), ("PROJECT_ID", projectID), ("the app's name", appName),
        ] where value.isEmpty {
            throw ModelDeliveryError(.invalidArgument, "\(name) is empty")
        }
        self.apiKey = apiKey
        self.appID = appID
        self.projectID = projectID
        self.bundleID = bundleID ?? Bundle.main.bundleIdentifier ?? ""
        self.appName = appName
        if let endpoints { self.endpoints = endpoints } else { self.endpoints = try .current() }
    }

    /// Reads a `GoogleService-Info.plist`.
    ///
    /// All requests go to another host if the environment variable `SIGHT_MODEL_HOST`, the key of
    /// this name in the file, or the key of this name in the app's `Info.plist` names one; the
    /// first of these is used.
    ///
    /// - Throws: `ModelDeliveryError` with the code `failedPrecondition` if the file cannot be
    ///   read, `invalidArgument` if a key is missing or invalid.
    public init(contentsOf url: URL) throws(ModelDeliveryError) {
        try self.init(contentsOf: url, environment: ProcessInfo.processInfo.environment)
    }

    /// Reads the file for a given environment.
    package init(contentsOf url: URL, environment: [String: String]) throws(ModelDeliveryError) {
        let values = try Self.texts(of: url)
        func text(_ key: String) throws(ModelDeliveryError) -> String {
            guard let text = values[key] else {
                throw ModelDeliveryError(.invalidArgument, "\(url.path) has no \(key)")
            }
            return text
        }
        try self.init(
            apiKey: text("API_KEY"), appID: text("GOOGLE_APP_ID"), projectID: text("PROJECT_ID"),
            bundleID: values["BUNDLE_ID"],
            endpoints: .resolve(
                plist: values[FirebaseEndpoints.hostKey], environment: environment))
    }

    /// Reads the `GoogleService-Info.plist` of the main bundle.
    ///
    /// On systems without bundles, the environment variable `SIGHT_FIREBASE_PLIST` names the file.
    ///
    /// - Throws: `ModelDeliveryError` with the code `failedPrecondition` if there is no such file.
    public static func main() throws(ModelDeliveryError) -> FirebaseConfiguration {
        guard let url = mainFile else {
            throw ModelDeliveryError(
                .failedPrecondition, "the app has no GoogleService-Info.plist")
        }
        return try FirebaseConfiguration(contentsOf: url)
    }

    /// The `GoogleService-Info.plist` of the main bundle, or the file that the environment names
    /// instead.
    package static var mainFile: URL? {
        let path = ProcessInfo.processInfo.environment["SIGHT_FIREBASE_PLIST"] ?? ""
        return path.isEmpty
            ? Bundle.main.url(forResource: "GoogleService-Info", withExtension: "plist")
            : URL(fileURLWithPath: path)
    }

    /// Returns the values of a property list that are text, by their keys.
    ///
    /// - Throws: `ModelDeliveryError` with the code `failedPrecondition` if the file cannot be
    ///   read.
    package static func texts(of url: URL) throws(ModelDeliveryError) -> [String: String] {
        do {
            return try PropertyListTexts(contentsOf: url).texts
        } catch {
            throw ModelDeliveryError(
                .failedPrecondition,
                "\(url.path) is not a readable property list: \(error.localizedDescription)",
                cause: error)
        }
    }

    private static func check(apiKey: String) throws(ModelDeliveryError) {
        let isLegal = apiKey.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard apiKey.utf8.count == 39, apiKey.hasPrefix("A"), isLegal else {
            throw ModelDeliveryError(
                .invalidArgument,
                "API_KEY must have 39 characters (letters, digits, - and _), the first of them A; "
                    + "this one has \(apiKey.utf8.count)")
        }
    }
}

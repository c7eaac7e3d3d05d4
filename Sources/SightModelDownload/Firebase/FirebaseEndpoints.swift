public import Foundation
public import SightModels

/// The addresses of the three services that hosted models use.
///
/// These are Google's services, or another host that speaks the same protocol, such as Sight Host.
public struct FirebaseEndpoints: Hashable, Sendable {
    /// The service that registers installations and issues tokens.
    public var installations: URL
    /// The service that knows the models and their addresses.
    public var models: URL
    /// The service that knows the parameters.
    public var remoteConfig: URL

    /// The environment variable, and the key in property lists, that names another host.
    public static let hostKey = "SIGHT_MODEL_HOST"

    /// Creates endpoints with all services on one host.
    ///
    /// - Throws: `ModelDeliveryError` with the code `insecure` for an address that uses neither
    ///   HTTPS nor the loopback interface, and `invalidArgument` for an invalid address.
    public init(host: URL) throws(ModelDeliveryError) {
        try HTTPClient.requireSecure(host)
        installations = host
        models = host
        remoteConfig = host
    }

    private init(installations: URL, models: URL, remoteConfig: URL) {
        self.installations = installations
        self.models = models
        self.remoteConfig = remoteConfig
    }

    /// Google's own services.
    public static let google = FirebaseEndpoints(
        installations: google("firebaseinstallations"), models: google("firebaseml"),
        remoteConfig: google("firebaseremoteconfig"))

    private static func google(_ service: String) -> URL {
        URL(string: "https://\(service).googleapis.com") ?? URL(fileURLWithPath: "/")
    }

    /// The endpoints of the host that the code or the environment names, otherwise Google's.
    ///
    /// The first of these that names a host is used: the environment variable `SIGHT_MODEL_HOST`,
    /// which redirects an app without changing it; `host`; the key `SIGHT_MODEL_HOST` of the app's
    /// `GoogleService-Info.plist`; the same key of its `Info.plist`.
    ///
    /// - Parameter host: the host that the app names in code, if any.
    /// - Returns: the endpoints.
    /// - Throws: `ModelDeliveryError` as ``init(host:)`` does.
    public static func current(host: URL? = nil) throws(ModelDeliveryError) -> FirebaseEndpoints {
        try resolve(
            code: host?.absoluteString,
            plist: FirebaseConfiguration.mainFile.flatMap {
                (try? FirebaseConfiguration.texts(of: $0))?[hostKey]
            })
    }

    /// Returns the endpoints of the first named host, for a given environment.
    package static func resolve(
        code: String? = nil, plist: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ModelDeliveryError) -> FirebaseEndpoints {
        let app = Bundle.main.object(forInfoDictionaryKey: hostKey) as? String
        for text in [environment[hostKey], code, plist, app] {
            guard let text, !text.isEmpty else { continue }
            guard let url = URL(string: text) else {
                throw ModelDeliveryError(
                    .invalidArgument, "\(hostKey): \"\(text)\" is not a valid address")
            }
            return try FirebaseEndpoints(host: url)
        }
        return .google
    }
}

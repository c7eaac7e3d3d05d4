public import Foundation
public import SightModels

/// Where the three services are that hosted models need.
///
/// Google's by default, or all three on one host that speaks the same protocol, such as Sight Host.
public struct FirebaseEndpoints: Hashable, Sendable {
    /// Registers installations and hands out tokens.
    public var installations: URL
    /// Tells where models are.
    public var models: URL
    /// Hands out parameters.
    public var remoteConfig: URL

    /// The environment variable and the key of property lists that name another host.
    public static let hostKey = "SIGHT_MODEL_HOST"

    /// All services on one host.
    ///
    /// - Throws: ``ModelSourceError`` with code `insecure` for anything but HTTPS and loopback, and
    ///   `invalidArgument` for what is no address.
    public init(host: URL) throws(ModelSourceError) {
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

    /// The host that code and surroundings name, else Google's own services.
    ///
    /// The first of these counts: the environment's `SIGHT_MODEL_HOST`, so that an app as it is can be
    /// sent elsewhere; `host`; the key `SIGHT_MODEL_HOST` of the app's `GoogleService-Info.plist`;
    /// that of its `Info.plist`.
    ///
    /// - Parameter host: what the app itself says, if anything.
    /// - Returns: the endpoints.
    /// - Throws: ``ModelSourceError`` as ``init(host:)`` does.
    public static func current(host: URL? = nil) throws(ModelSourceError) -> FirebaseEndpoints {
        try resolve(
            code: host?.absoluteString,
            plist: FirebaseConfiguration.mainFile.flatMap {
                (try? FirebaseConfiguration.values(of: $0))?[hostKey] as? String
            })
    }

    /// The first host that is named, for a stated environment.
    package static func resolve(
        code: String? = nil, plist: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ModelSourceError) -> FirebaseEndpoints {
        let app = Bundle.main.object(forInfoDictionaryKey: hostKey) as? String
        for text in [environment[hostKey], code, plist, app] {
            guard let text, !text.isEmpty else { continue }
            guard let url = URL(string: text) else {
                throw ModelSourceError(.invalidArgument, "\(hostKey): \"\(text)\" is no address")
            }
            return try FirebaseEndpoints(host: url)
        }
        return .google
    }
}

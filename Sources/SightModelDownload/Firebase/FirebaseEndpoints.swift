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

    /// The environment variable and the key of `GoogleService-Info.plist` that name another host.
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

    /// The host that the surroundings name, else Google's own services.
    ///
    /// The environment's `SIGHT_MODEL_HOST`, else this key of the app's `Info.plist`, else of its
    /// `GoogleService-Info.plist`.
    ///
    /// - Returns: the endpoints.
    /// - Throws: ``ModelSourceError`` as ``init(host:)`` does.
    public static func current() throws(ModelSourceError) -> FirebaseEndpoints {
        var text = Bundle.main.object(forInfoDictionaryKey: hostKey) as? String
        if text == nil,
            let url = Bundle.main.url(forResource: "GoogleService-Info", withExtension: "plist"),
            let data = try? Data(contentsOf: url)
        {
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
            text = (list as? [String: Any])?[hostKey] as? String
        }
        return try resolve(plist: text, environment: ProcessInfo.processInfo.environment)
    }

    /// What the environment says, else what the file says, else Google's.
    static func resolve(plist: String?, environment: [String: String])
        throws(ModelSourceError) -> FirebaseEndpoints
    {
        for text in [environment[hostKey], plist] {
            guard let text, !text.isEmpty else { continue }
            guard let url = URL(string: text) else {
                throw ModelSourceError(.invalidArgument, "\(hostKey): \"\(text)\" is no address")
            }
            return try FirebaseEndpoints(host: url)
        }
        return .google
    }
}

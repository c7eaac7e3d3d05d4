package import Foundation

/// The properties of the device and the app that the conditions of Remote Config compare.
///
/// - Source: the body of the fetch request of Firebase Remote Config, whose language is a whole
///   locale and whose country is in lower case.
package struct RemoteConfigConditions: Sendable {
    private let locale: Locale
    private let timeZone: TimeZone
    private let system: OperatingSystemVersion
    private let version, build: String?

    /// Collects the properties, by default those of this device and of the main bundle.
    ///
    /// - Parameters:
    ///   - locale: the locale of the user.
    ///   - timeZone: the time zone of the device.
    ///   - system: the version of the operating system.
    ///   - bundle: the values of the app's `Info.plist`.
    package init(
        locale: Locale = .current, timeZone: TimeZone = .current,
        system: OperatingSystemVersion = ProcessInfo.processInfo.operatingSystemVersion,
        bundle: [String: Any] = Bundle.main.infoDictionary ?? [:]
    ) {
        self.locale = locale
        self.timeZone = timeZone
        self.system = system
        version = bundle["CFBundleShortVersionString"] as? String
        build = bundle["CFBundleVersion"] as? String
    }

    /// The fields of the request; properties that are unknown are left out.
    package var fields: [String: String] {
        let fields: [String: String?] = [
            "language_code": locale.identifier, "country_code": country?.lowercased(),
            "time_zone": timeZone.identifier, "platform_version": systemVersion,
            "app_version": version, "app_build": build,
        ]
        return fields.compactMapValues(\.self)
    }

    private var country: String? {
        if #available(iOS 16, tvOS 16, watchOS 9, *) {
            locale.region?.identifier
        } else {
            locale.regionCode
        }
    }

    /// The version without a patch number of 0, as Apple's systems show it: `17.2`, `17.2.1`.
    private var systemVersion: String {
        let version = "\(system.majorVersion).\(system.minorVersion)"
        return system.patchVersion == 0 ? version : version + ".\(system.patchVersion)"
    }
}

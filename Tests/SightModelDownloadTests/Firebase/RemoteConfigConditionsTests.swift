import Foundation
import SightModelDownload
import Testing

@Suite struct RemoteConfigConditionsTests {
    private func fields(
        _ locale: String = "de_AT", patch: Int = 0, bundle: [String: Any] = [:]
    ) throws -> [String: String] {
        RemoteConfigConditions(
            locale: Locale(identifier: locale),
            timeZone: try #require(TimeZone(identifier: "Europe/Vienna")),
            system: OperatingSystemVersion(
                majorVersion: 17, minorVersion: 2, patchVersion: patch),
            bundle: bundle
        ).fields
    }

    @Test func allFields() throws {
        let bundle: [String: Any] = [
            "CFBundleShortVersionString": "1.2.3", "CFBundleVersion": "45", "CFBundleName": "x",
        ]
        #expect(
            try fields(bundle: bundle) == [
                "language_code": "de_AT", "country_code": "at", "time_zone": "Europe/Vienna",
                "platform_version": "17.2", "app_version": "1.2.3", "app_build": "45",
            ])
    }

    @Test func unknownPropertiesAreLeftOut() throws {
        let fields = try fields("fr", patch: 1, bundle: ["CFBundleVersion": 7])
        #expect(
            fields == [
                "language_code": "fr", "time_zone": "Europe/Vienna", "platform_version": "17.2.1",
            ])
    }
}

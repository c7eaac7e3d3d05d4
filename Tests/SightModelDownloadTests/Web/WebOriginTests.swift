import Foundation
import SightModelDownload
import SightModels
import Testing

/// The origins of sources on web servers.
@Suite struct WebOriginTests {
    private func origin(_ address: String) throws -> ModelOrigin? {
        HTTPFileSource(try #require(URL(string: address))).origin
    }

    @Test(arguments: [
        ("https://a.example/m", "HTTPS://A.example:443/m#part"),
        ("https://a.example", "https://a.example/"),
        ("https://a.example/m?id=1", "https://a.example/m?id=1&token=b&Expires=7"),
        ("https://a.example/m?x-goog-date=1", "https://a.example/m?X-Goog-Date=2"),
        ("https://a.example/m?id=1&sv=1&sig=a", "https://a.example/m?id=1&sv=2&se=7&sig=b"),
        ("https://a.example/m?x-oss-date=1", "https://a.example/m?x-oss-date=2&hdnts=a"),
        ("https://a.example/m?q-ak=1&q-signature=a", "https://a.example/m?q-ak=2&q-signature=b"),
    ])
    func sameFiles(first: String, second: String) throws {
        #expect(try origin(first) == origin(second))
    }

    @Test(arguments: [
        ("https://a.example/m", "https://b.example/m"),
        ("https://a.example/m", "https://a.example/M"),
        ("https://a.example/m", "https://a.example:8443/m"),
        ("http://127.0.0.1/m", "https://127.0.0.1/m"),
        ("https://a.example/m?id=1", "https://a.example/m?id=2"),
        ("https://a.example/m?sv=1", "https://a.example/m?sv=2"),
        ("https://a.example/m?q-ak=1", "https://a.example/m?q-ak=2"),
        ("https://a.example/a%2Fb", "https://a.example/a/b"),
    ])
    func otherFiles(first: String, second: String) throws {
        #expect(try origin(first) != origin(second))
    }

    @Test func descriptionsAreNotFiles() throws {
        let url = try #require(URL(string: "https://a.example/%7Bname%7D.json"))
        #expect(HTTPManifestSource(url).origin != HTTPFileSource(url).origin)
        #expect(HTTPManifestSource(url).origin == HTTPManifestSource(url).origin)
    }

    /// The token of an object in Cloud Storage may be renewed.
    @Test func objectsMayGetNewTokens() throws {
        let sources = try ["a", "b", nil].map {
            try CloudStorage.source(bucket: "b.appspot.com", path: "m/bird.tflite", token: $0)
        }
        #expect(Set(sources.map(\.origin)).count == 1)
        let other = try CloudStorage.source(bucket: "b.appspot.com", path: "m/cat.tflite")
        #expect(other.origin != sources[0].origin)
    }

    @Test func projectsAppsAndHostsAreToldApart() throws {
        func origin(_ app: String, _ project: String, _ host: String) throws -> ModelOrigin? {
            let url = try #require(URL(string: host))
            return FirebaseSource(
                try FirebaseConfiguration(
                    apiKey: "A" + String(repeating: "x", count: 38), appID: app,
                    projectID: project, endpoints: FirebaseEndpoints(host: url))
            ).origin
        }
        let origins = try [
            origin("1", "p", "https://a.example"), origin("2", "p", "https://a.example"),
            origin("1", "q", "https://a.example"), origin("1", "p", "https://b.example"),
        ]
        #expect(Set(origins).count == 4)
        #expect(try origin("1", "p", "https://a.example/") == origins[0])
    }
}

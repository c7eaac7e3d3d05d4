import Foundation
import SightHostTesting
import SightModelDownload
import SightModels
import Testing

/// The shutdown of a host.
@Suite(.timeLimit(.minutes(10)))
struct ShutdownTests {
    /// Clients that do not read cannot delay the host's end, and the bytes sent to them count.
    @Test func slowClientsDoNotHoldItUp() async throws {
        let host = try RunningHost(["--grace", "0.5"])
        let size = 24 << 20
        try await host.serve("bird", TestModel.bytes(size))
        let configuration = try host.configuration()
        let source = FirebaseSource(
            configuration,
            installations: FirebaseInstallations(
                configuration, folder: host.folder.appendingPathComponent("ids")))
        let manifest = try #require(try await source.manifest(for: ModelID("bird"), unless: nil))
        let url = try #require(manifest.location)
        let connection = try KeptConnection(host)
        let target = "\(url.path)?\(url.query ?? "")"
        try connection.write(Data("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
        #expect(try connection.head().status == 200)
        host.stop()
        try host.start()
        let statistics = try await host.json("GET", "/admin/v1/stats").body
        let hours = try #require(statistics["hours"] as? [[String: Any]])
        let sent = hours.compactMap { $0["bytes"] as? Int }.reduce(0, +)
        #expect(sent > 0 && sent < size)
        #expect(hours.allSatisfy { $0["downloads"] as? Int == 0 })
    }
}

import Foundation
import Logging
import SightHostTesting
import SightModelServer
import SightServerTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A host in this process, with a short time for clients that do not read.
@Suite(.timeLimit(.minutes(5)))
struct StalledClientTests {
    @Test func stalledDownloadsAreCutOff() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("stalled-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var settings = HostSettings(folder: folder.path)
        settings.port = 0
        settings.stallSeconds = 0.5
        settings.grace = 1
        let host = try await ModelHost(settings, logger: Logger(label: "stalled"))
        let (ports, port) = AsyncStream<Int>.makeStream()
        let running = Task { try await host.run { port.yield($0) } }
        defer { running.cancel() }
        let number = try #require(await ports.first { _ in true })

        let token = try #require(try await host.core.makeFirstToken())
        let size = 24 << 20
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        let path = "/admin/v1/models/bird/versions"
        let authorization = ["Authorization": "Bearer \(token)"]
        let published = try await TestRequest(
            "POST", "http://127.0.0.1:\(number)\(path)", body: TestModel.bytes(size),
            headers: authorization
        ).send(by: session)
        #expect(published.status == 201)

        let connection = try KeptConnection(port: number, receiveBuffer: 4096)
        let lines = [
            "GET \(path)/1/file HTTP/1.1", "Host: 127.0.0.1", "Authorization: Bearer \(token)",
        ]
        try connection.write(Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        #expect(try connection.head().status == 200)
        try await Task.sleep(for: .seconds(3))
        #expect(connection.drain() < size)
        running.cancel()
        _ = await running.result
    }
}

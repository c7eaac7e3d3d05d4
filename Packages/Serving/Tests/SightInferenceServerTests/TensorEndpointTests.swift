import Foundation
import HTTPTypes
import Logging
import SightInferenceServer
import SightServerSupport
import Testing

/// The requests that an event loop handles without the routes.
@Suite struct TensorEndpointTests {
    /// Longer JSON would delay the other connections of the loop, so the routes parse it.
    @Test func longHeadersAreLeftToTheRoutes() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("endpoint-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let version = folder.appendingPathComponent("names/1")
        try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
        try Data(try TestModels.classifier())
            .write(to: version.appendingPathComponent("model.tflite"))
        var settings = ServeSettings()
        settings.repository = folder.path
        settings.instances = 1
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let core = try ServiceCore(settings, metrics: PrometheusRegistry(), logger: logger)
        defer { core.repository.close() }
        core.repository.refresh()
        let endpoint = TensorEndpoint(core, logger)
        let name = try #require(HTTPField.Name("Inference-Header-Content-Length"))
        func isOpened(headerLength: Int) -> Bool {
            let request = HTTPRequest(
                method: .post, scheme: "http", authority: "localhost",
                path: "/v2/models/names/infer",
                headerFields: [.contentLength: "200000", name: "\(headerLength)"])
            return endpoint.open(request, from: PeerAddress("127.0.0.1")) != nil
        }
        #expect(isOpened(headerLength: 4096))
        #expect(!isOpened(headerLength: 4097))
        #expect(TensorEndpoint.longestHeader == 4096)
    }
}

import Foundation
import Testing

@Suite struct DrainTests {
    /// All requests that were sent before the shutdown began are answered.
    @Test func acceptedRequestsAreAnswered() async throws {
        let service = try await RunningService(["--drain-delay", "1", "--queue", "64"])
        let image = TestModels.image(width: 640, height: 480)
        let head =
            "POST /v1/detect HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(image.count)\r\n\r\n"
        let connections = try (0..<24).map { _ in
            let connection = try RawConnection(service.base)
            try connection.send(Array(head.utf8) + image)
            return connection
        }
        var statuses: [Int] = []
        for connection in connections {
            statuses.append(try connection.answer().status)
            // At this time, some requests are answered, some wait, some have not been read.
            if statuses.count == 1 { service.terminate() }
        }
        #expect(statuses == [Int](repeating: 200, count: 24))
        #expect(service.stop() == 0)
    }
}

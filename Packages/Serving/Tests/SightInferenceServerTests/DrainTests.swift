import Foundation
import Testing

@Suite struct DrainTests {
    /// All requests that were sent before the shutdown began are answered.
    @Test func acceptedRequestsAreAnswered() async throws {
        let service = try await RunningService(["--drain-delay", "1", "--queue", "64"])
        let image = Data(TestModels.image(width: 640, height: 480))
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<24 {
                group.addTask { try await service.send("POST", "/v1/detect", image).status }
            }
            var statuses: [Int] = []
            while let status = try await group.next() {
                // At this time, some requests are answered, some wait, some have not arrived.
                if statuses.isEmpty { service.terminate() }
                statuses.append(status)
            }
            return statuses
        }
        #expect(statuses == [Int](repeating: 200, count: 24))
        #expect(service.stop() == 0)
    }
}

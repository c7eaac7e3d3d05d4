import Foundation
import SightServerTesting
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

    /// A terminal that closes ends the service like SIGTERM.
    @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func signalsEndTheService(signal: Int32)
        async throws
    {
        let service = try await RunningService()
        #expect(try await service.send("GET", "/v2").status == 200)
        let end = service.end(by: signal)
        #expect(end.reason == .exit && end.status == 0)
    }

    /// A signal that arrives before the service listens is no failure, either.
    ///
    /// The certificate is a named pipe, so the start waits until the test writes it.
    @Test(.enabled(if: TestCertificate.canBeMade))
    func aSignalDuringTheStartEndsTheService() throws {
        // A write to a service that has ended fails with an error.
        signal(SIGPIPE, SIG_IGN)
        let (certificate, key) = try TestCertificate.make()
        let pipe = certificate + ".pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appendingPathComponent("sight-serve")
        process.arguments = ["--port", "0", "--log", "error", "--certificate", pipe, "--key", key]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        var file: Int32 = -1
        // The pipe cannot be opened until the service reads from it.
        while file < 0, process.isRunning {
            usleep(1000)
            file = open(pipe, O_WRONLY | O_NONBLOCK)
        }
        try #require(file >= 0)
        process.terminate()
        let writer = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        try writer.write(contentsOf: try Data(contentsOf: URL(fileURLWithPath: certificate)))
        try writer.close()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }
}

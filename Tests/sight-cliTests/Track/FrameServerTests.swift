import Foundation
import SightImage
import SightImageIO
import SightVideoIO
import Testing
import sight_cli

#if Video && JPEG && !canImport(Darwin)  // AVFoundation reads movie files only
    @Suite struct FrameServerTests {
        /// Our own reader receives the images for browsers.
        @Test func viewersGetImages() throws {
            let server = try FrameServer(port: 0)
            let image = try ImageBuffer(
                width: 64, height: 48, format: .gray8,
                bytes: [UInt8](repeating: 200, count: 64 * 48))
            let isDone = VideoInterruption()
            Thread.detachNewThread {
                while !isDone.isInterrupted {
                    server.show { try? ImageEncoder.encode(image, as: .jpeg(quality: 80)) }
                    usleep(5000)
                }
            }
            defer { isDone.interrupt() }
            let reader = try VideoReader(
                VideoInput("http://127.0.0.1:\(server.port)/stream"))
            #expect(reader.info.width == 64)
            for _ in 0..<5 {
                let frame = try #require(try reader.next())
                #expect(abs(Int(frame.buffer.planes[0].bytes[0]) - 200) <= 2)
            }
            // A missing page fails like any bad address.
            #expect(throws: VideoError.self) {
                _ = try VideoReader(VideoInput("http://127.0.0.1:\(server.port)/other"))
            }
            server.stop()
        }
    }
#endif

@Suite struct TakenServerTests {
    @Test func aTakenPortIsAnError() throws {
        let server = try FrameServer(port: 0)
        let error = #expect(throws: CommandError.self) {
            _ = try FrameServer(port: server.port)
        }
        #expect(error?.status == .usage)
    }
}

/// A connection to a port of this machine that sends nothing by itself.
private final class IdleConnection {
    private let descriptor: Int32

    init(port: Int) throws {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(descriptor) }

    /// Sends a request, and returns the beginning of its answer; empty if there is none.
    func answer(to request: String) -> String {
        let bytes = Array(request.utf8)
        guard send(descriptor, bytes, bytes.count, 0) == bytes.count else { return "" }
        var answer = [UInt8](repeating: 0, count: 64)
        let count = recv(descriptor, &answer, answer.count, 0)
        return String(decoding: answer.prefix(max(0, count)), as: UTF8.self)
    }

    /// Waits at most `limit` milliseconds, and returns whether the server has closed the connection.
    func ends(withinMilliseconds limit: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var byte = UInt8(0)
        return poll(&state, 1, limit) > 0 && recv(descriptor, &byte, 1, 0) <= 0
    }
}

@Suite struct ForeignHostTests {
    /// A page whose name points at this machine's address gets no answer.
    @Test(arguments: [("localhost", true), ("evil.example", false)])
    func otherNamesGetNoAnswer(host: String, isAnswered: Bool) throws {
        let server = try FrameServer(port: 0)
        defer { server.stop() }
        let connection = try IdleConnection(port: server.port)
        let answer = connection.answer(to: "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200") == isAnswered)
        #expect(answer.isEmpty != isAnswered)
    }
}

@Suite struct CrowdedServerTests {
    /// Connections that send nothing are closed after five seconds, those beyond the limit at once.
    @Test func connectionsHaveALimit() throws {
        let server = try FrameServer(port: 0)
        let idle = try (0..<32).map { _ in try IdleConnection(port: server.port) }
        #expect(try IdleConnection(port: server.port).ends(withinMilliseconds: 3000))
        withExtendedLifetime(idle) {}
        server.stop()
    }
}

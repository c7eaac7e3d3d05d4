import Foundation
import ModelFixtures
import SightImage
import SightImageIO
import SightVideoIO
import Testing

/// Answers over HTTP without a length that arrive as fast as they are shown, as those of cameras.
@Suite(.enabled(if: SyntheticVideo.usesFFmpeg)) struct PacedVideoTests {
    /// Sends each connection the same parts, with a pause after each, and states the number of
    /// bytes on demand.
    private static func serve(
        _ parts: [[UInt8]], type: String, pause: UInt32, connections: Int,
        statesLength: Bool = false
    ) throws -> UInt16 {
        let listener = try ListeningSocket(backlog: 4)
        let count = parts.reduce(0) { $0 + $1.count }
        let length = statesLength ? "Content-Length: \(count)\r\n" : ""
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\(length)Connection: close\r\n\r\n"
        Thread.detachNewThread {
            for _ in 0..<connections {
                let connection = accept(listener.descriptor, nil, nil)
                guard connection >= 0 else { break }
                var request = [UInt8](repeating: 0, count: 4096)
                _ = recv(connection, &request, request.count, 0)
                _ = ListeningSocket.send(head.utf8, to: connection)
                for part in parts {
                    guard ListeningSocket.send(part, to: connection) else { break }
                    usleep(pause)
                }
                close(connection)
            }
            close(listener.descriptor)
        }
        return listener.port
    }

    /// A live source that ends its answer is asked again.
    @Test(.timeLimit(.minutes(10))) func aLiveAnswerIsRequestedAgain() throws {
        let port = try Self.serve(
            Self.parts(100), type: "video/mp2t", pause: 40_000, connections: 2)
        let reader = try VideoReader(VideoInput("http://127.0.0.1:\(port)/live"))
        while reader.statistics.reconnections == 0 { #expect(try reader.next() != nil) }
    }

    /// An answer with a length is a file, however slowly it arrives, and is not requested again.
    @Test(.timeLimit(.minutes(10))) func aSlowFileEnds() throws {
        let port = try Self.serve(
            Self.parts(60), type: "video/mp2t", pause: 40_000, connections: 2, statesLength: true)
        let reader = try VideoReader(VideoInput("http://127.0.0.1:\(port)/x.ts"))
        while try reader.next() != nil {}
        #expect(reader.statistics.frames == 60 && reader.statistics.reconnections == 0)
    }

    /// A slow consumer gets every frame of an answer with a length, which has no length in seconds.
    @Test(.timeLimit(.minutes(10))) func noFrameOfAFileIsDropped() async throws {
        let port = try Self.serve(
            Self.parts(50), type: "video/mp2t", pause: 0, connections: 2, statesLength: true)
        let stream = try await VideoStream.openLive(
            VideoInput("http://127.0.0.1:\(port)/x.ts"), options: VideoOptions())
        #expect(stream.info.isStored)
        var count = 0
        for try await _ in stream {
            count += 1
            try await Task.sleep(nanoseconds: 2_000_000)
        }
        #expect(count == 50 && stream.statistics.droppedFrames == 0)
    }

    /// The bytes of a transport stream in about as many parts as it has frames.
    private static func parts(_ count: Int) throws -> [[UInt8]] {
        let folder = try ScratchFolder()
        try SyntheticVideo.write(folder.file("video.ts"), count: count)
        let bytes = try folder.bytes("video.ts")
        let size = (bytes.count / 188 + count - 1) / count * 188
        return stride(from: 0, to: bytes.count, by: size).map {
            Array(bytes[$0..<min($0 + size, bytes.count)])
        }
    }

    #if JPEG
        /// Images of a camera that states no times have those of their arrival, or a given rate.
        @Test(.timeLimit(.minutes(10)), arguments: [nil, 2])
        func imagesHaveTheTimesOfTheirArrival(rate: Double?) throws {
            // An image is larger than what FFmpeg reads at once to find the format.
            let pixels = (0..<320 * 240).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435 >> 9) }
            let image = try ImageBuffer(width: 320, height: 240, format: .gray8, bytes: pixels)
            let jpeg = try ImageEncoder.encode(image, as: .jpeg(quality: 90))
            let head = "--b\r\nContent-Type: image/jpeg\r\nContent-Length: \(jpeg.count)\r\n\r\n"
            let part = Array(head.utf8) + jpeg + Array("\r\n".utf8)
            let port = try Self.serve(
                [[UInt8]](repeating: part, count: 12),
                type: "multipart/x-mixed-replace; boundary=b",
                pause: 200_000, connections: 1)
            var options = VideoOptions()
            options.reconnectionTime = 0
            options.frameRate = rate
            let reader = try VideoReader(
                VideoInput("http://127.0.0.1:\(port)/live"), options: options)
            var times: [Double] = []
            while let frame = try? reader.next() { times.append(frame.time.seconds) }
            #expect(times.count >= 10)
            let step = (times.last ?? 0) / Double(max(1, times.count - 1))
            #expect(rate == nil ? step > 0.15 && step < 2 : abs(step - 0.5) < 1e-6, "\(times)")
        }
    #endif
}

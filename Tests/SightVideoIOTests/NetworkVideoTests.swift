import Foundation
import ModelFixtures
import SightVideoIO
import Testing

#if Video && canImport(CLibAV)
    import CLibAV
#endif

/// Addresses that answer late or not at all, or close the connection.
@Suite(.enabled(if: SyntheticVideo.usesFFmpeg)) struct NetworkVideoTests {
    /// A server on this machine that answers each connection with bytes, or not at all.
    private final class Server: Sendable {
        let port: UInt16

        init(answers: [[UInt8]?]) throws {
            let listener = try ListeningSocket(backlog: 4)
            port = listener.port
            Thread.detachNewThread {
                var open: [Int32] = []
                for answer in answers {
                    let connection = accept(listener.descriptor, nil, nil)
                    guard connection >= 0 else { break }
                    guard let answer else {
                        open.append(connection)
                        continue
                    }
                    // Without reading the request, closing would discard the answer.
                    var request = [UInt8](repeating: 0, count: 4096)
                    if answer.starts(with: Array("HTTP".utf8)) {
                        _ = recv(connection, &request, request.count, 0)
                    }
                    _ = ListeningSocket.send(answer, to: connection)
                    close(connection)
                }
                // Later connections are refused.
                close(listener.descriptor)
                if !open.isEmpty { sleep(5) }
                for connection in open { close(connection) }
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func silenceTimesOut() throws {
        let server = try Server(answers: [nil])
        var options = VideoOptions()
        options.timeout = 0.3
        #expect(
            SyntheticVideo.failure("http://127.0.0.1:\(server.port)/x", options: options)
                == .timedOut)
    }

    @Test func aWaitCanBeInterrupted() throws {
        let server = try Server(answers: [nil])
        let interruption = VideoInterruption()
        Thread.detachNewThread {
            usleep(50_000)
            interruption.interrupt()
        }
        let error = #expect(throws: VideoError.self) {
            _ = try VideoReader(
                VideoInput("http://127.0.0.1:\(server.port)/x"), interruption: interruption)
        }
        #expect(error?.code == .interrupted)
    }

    /// The end of an answer without a length causes no endless retries, although FFmpeg takes it
    /// for a lost connection.
    @Test(.timeLimit(.minutes(10))) func anAnswerOverHTTPEnds() throws {
        let folder = try ScratchFolder()
        try SyntheticVideo.write(folder.file("video.ts"), count: 200)
        let head = "HTTP/1.1 200 OK\r\nContent-Type: video/mp2t\r\nConnection: close\r\n\r\n"
        let answer = Array(head.utf8) + (try folder.bytes("video.ts"))
        let server = try Server(answers: [[UInt8]?](repeating: answer, count: 12))
        let reader = try VideoReader(VideoInput("http://127.0.0.1:\(server.port)/x"))
        while try reader.next() != nil {}
        #expect(reader.statistics.reconnections == 0)
        #expect(reader.statistics.frames == 200)
    }

    /// A file whose connection ends too early is not a complete video; every frame that has arrived
    /// comes before the error, as many as of a file with the same bytes.
    @Test(.timeLimit(.minutes(10)), arguments: ["ts", "mkv"], [0.5, 0.9])
    func aFileThatBreaksOffIsNoEnd(_ ending: String, part: Double) throws {
        let folder = try ScratchFolder()
        try SyntheticVideo.write(folder.file("video.\(ending)"), count: 200)
        let bytes = try folder.bytes("video.\(ending)")
        let arrived = Array(bytes.prefix(Int(Double(bytes.count) * part)))
        // With one thread, the decoder finds the same damage in each run.
        var options = VideoOptions()
        options.threadCount = 1
        let local = try SyntheticVideo.read(
            folder.write(arrived, to: "cut.\(ending)"), options: options)
        let reader = try Self.expectBreak(
            ending, bytes: arrived, statedCount: bytes.count, options: options)
        #expect((1..<200).contains(local.frames.count))
        #expect(reader.statistics.frames == local.frames.count)
    }

    /// If a server states too many bytes, every frame still comes.
    @Test(.timeLimit(.minutes(10))) func anOverstatedLengthLosesNoFrame() throws {
        let folder = try ScratchFolder()
        try SyntheticVideo.write(folder.file("video.ts"), count: 50)
        let bytes = try folder.bytes("video.ts")
        let reader = try Self.expectBreak("ts", bytes: bytes, statedCount: bytes.count + 1000)
        #expect(reader.statistics.frames == 50)
        #expect(reader.statistics.lostFrames == 0)
    }

    /// Reads an answer with too few bytes to its end, which must be an error.
    private static func expectBreak(
        _ ending: String, bytes: [UInt8], statedCount: Int, options: VideoOptions = VideoOptions()
    ) throws -> VideoReader {
        let server = try AnswersOverHTTP { _, number in
            number < 4
                ? .init(type: "application/octet-stream", bytes: bytes, statedCount: statedCount)
                : nil
        }
        let reader = try VideoReader(
            VideoInput("http://127.0.0.1:\(server.port)/x.\(ending)"), options: options)
        let error = #expect(throws: VideoError.self) { while try reader.next() != nil {} }
        #expect(error?.code == .disconnected)
        #expect(try reader.next() == nil)
        return reader
    }

    /// The file that describes a live session has an end, but not the session.
    @Test(.timeLimit(.minutes(10))) func aDescribedSessionIsLive() throws {
        let folder = try ScratchFolder()
        try SyntheticVideo.write(folder.file("video.ts"), count: 100)
        let packets = RTPPackets.of(try folder.bytes("video.ts"))
        let listener = try ListeningSocket(backlog: 1)
        close(listener.descriptor)
        let port = listener.port
        let description =
            "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=camera\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n"
            + "m=video \(port) RTP/AVP 33\r\n"
        let server = try AnswersOverHTTP { _, number in
            number < 4 ? .init(type: "application/sdp", bytes: Array(description.utf8)) : nil
        }
        Thread.detachNewThread {
            let sender = DatagramSender(port: port)
            for _ in 0..<20 {
                for packet in packets {
                    sender.send(packet[...])
                    usleep(5000)
                }
            }
        }
        let reader = try VideoReader(VideoInput("http://127.0.0.1:\(server.port)/camera.sdp"))
        #expect(reader.info.container == "sdp")
        #expect(!reader.info.isStored)
        #expect(try reader.next() != nil)
    }

    /// A stored video comes faster than it plays, so a long step of its times is no mistake.
    @Test(.timeLimit(.minutes(10))) func stepsOfStoredVideosAreKept() throws {
        let folder = try ScratchFolder()
        let writer = try VideoWriter(path: folder.file("video.mkv"), width: 96, height: 64)
        for (index, time) in [0, 40, 60_000].enumerated() {
            try writer.append(
                SyntheticVideo.frame(index, width: 96, height: 64), at: .milliseconds(time))
        }
        try writer.finish()
        let bytes = try folder.bytes("video.mkv")
        let server = try AnswersOverHTTP { _, number in
            number < 4 ? .init(type: "video/x-matroska", bytes: bytes) : nil
        }
        let reader = try VideoReader(VideoInput("http://127.0.0.1:\(server.port)/x.mkv"))
        var times: [Double] = []
        while let frame = try reader.next() { times.append(frame.time.seconds) }
        #expect(times == [0, 0.04, 60])
    }

    /// FFmpeg must not wait for a client at an address of RTMP.
    @Test(.timeLimit(.minutes(10))) func addressesAreCalled() throws {
        let listener = try ListeningSocket(backlog: 1)
        close(listener.descriptor)
        var options = VideoOptions()
        options.timeout = 5
        for scheme in ["rtmp", "rtsp", "RTSP", "HTTP"] {
            let error = #expect(throws: VideoError.self) {
                _ = try VideoReader(
                    VideoInput("\(scheme)://127.0.0.1:\(listener.port)/x/y"), options: options)
            }
            #expect(error?.code == .unreadable)
            #expect(error?.message.contains("refused") == true, "\(error?.message ?? "")")
        }
    }

    @Test(.timeLimit(.minutes(10))) func aSilentEndIsNamed() throws {
        let server = try Server(answers: [[]])
        let error = #expect(throws: VideoError.self) {
            _ = try VideoReader(VideoInput("tcp://127.0.0.1:\(server.port)"))
        }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("ended the connection") == true)
    }

    @Test(.timeLimit(.minutes(10))) func reconnectionsCanBeTurnedOff() throws {
        let folder = try ScratchFolder()
        try SyntheticVideo.write(folder.file("video.ts"), count: 10)
        let bytes = try folder.bytes("video.ts")
        let server = try Server(answers: [bytes, bytes])
        var options = VideoOptions()
        options.reconnectionTime = 0
        let reader = try VideoReader(
            VideoInput("tcp://127.0.0.1:\(server.port)"), options: options)
        let error = #expect(throws: VideoError.self) { while try reader.next() != nil {} }
        #expect(error?.code == .disconnected && reader.statistics.reconnections == 0)
    }

    /// Only one reader at a time may have the port of a source over UDP.
    @Test(.timeLimit(.minutes(10))) func silenceOverUDPOpensThePortAgain() throws {
        let folder = try ScratchFolder()
        try SyntheticVideo.write(folder.file("video.ts"), count: 100)
        let bytes = try folder.bytes("video.ts")
        let listener = try ListeningSocket(backlog: 1)
        close(listener.descriptor)
        let port = listener.port
        Thread.detachNewThread {
            let sender = DatagramSender(port: port)
            for _ in 0..<20 {
                for start in stride(from: 0, to: bytes.count, by: 7 * 188) {
                    sender.send(bytes[start..<min(start + 7 * 188, bytes.count)])
                    usleep(2000)
                }
                usleep(2_000_000)
            }
        }
        var options = VideoOptions()
        options.timeout = 1
        let reader = try VideoReader(VideoInput("udp://127.0.0.1:\(port)"), options: options)
        while reader.statistics.reconnections == 0 { #expect(try reader.next() != nil) }
    }

    #if os(macOS) || os(Linux)
        /// A self-signed certificate is trusted only if the caller allows it.
        @Test(.timeLimit(.minutes(10)), .enabled(if: SecureFiles.canServe))
        func certificatesAreChecked() throws {
            let folder = try ScratchFolder()
            try SyntheticVideo.write(folder.file("video.ts"), count: 10)
            let server = try SecureFiles(folder.path)
            var options = VideoOptions()
            options.timeout = 5
            let address = "https://127.0.0.1:\(server.port)/video.ts"
            #expect(SyntheticVideo.failure(address, options: options) == .unreadable)
            options.verifiesCertificates = false
            let reader = try VideoReader(VideoInput(address), options: options)
            #expect(try reader.next() != nil)
        }

        #if Video && canImport(CLibAV)
            /// A version of FFmpeg that cannot check certificates over RTSPS opens such addresses
            /// only if the caller allows any certificate.
            @Test(.timeLimit(.minutes(10)), .enabled(if: SecureFiles.canServe))
            func certificatesOverRTSPSAreChecked() throws {
                let folder = try ScratchFolder()
                let server = try SecureFiles(folder.path)
                let address = "rtsps://127.0.0.1:\(server.port)/camera"
                var options = VideoOptions()
                options.timeout = 5
                var reason: UnsafePointer<CChar>?
                let av = try #require(sight_av_load(&reason))
                let format = av.pointee.av_find_input_format("rtsp")
                let expected: VideoError.Code =
                    sight_av_checks_certificates(format) != 0 ? .unreadable : .invalidOptions
                #expect(SyntheticVideo.failure(address, options: options) == expected)
                // The server does not speak RTSP, so a later step fails.
                options.verifiesCertificates = false
                options.timeout = 1
                let failure = try #require(SyntheticVideo.failure(address, options: options))
                #expect(failure != .invalidOptions)
            }
        #endif

        /// A playlist must not lead to an address whose certificate is not trusted.
        @Test(
            .timeLimit(.minutes(10)), .enabled(if: SecureFiles.canServe), arguments: [true, false])
        func certificatesOfPlaylistsAreChecked(verifies: Bool) throws {
            let folder = try ScratchFolder()
            try SyntheticVideo.write(folder.file("video.ts"), count: 10)
            let secure = try SecureFiles(folder.path)
            let list = """
                #EXTM3U
                #EXT-X-TARGETDURATION:1
                #EXTINF:1,
                https://127.0.0.1:\(secure.port)/video.ts
                #EXT-X-ENDLIST

                """
            let head = """
                HTTP/1.1 200 OK\r
                Content-Type: application/vnd.apple.mpegurl\r
                Content-Length: \(list.utf8.count)\r
                Connection: close\r
                \r

                """
            let server = try Server(answers: [Array((head + list).utf8)])
            var options = VideoOptions()
            options.timeout = 5
            options.verifiesCertificates = verifies
            let address = "http://127.0.0.1:\(server.port)/list.m3u8"
            let frame = try? VideoReader(VideoInput(address), options: options).next()
            #expect((frame == nil) == verifies)
        }
    #endif

    /// The reader reconnects after a lost connection; if the sender never returns, all received
    /// frames are delivered before the error.
    @Test func aLostConnectionIsMadeAgain() throws {
        let folder = try ScratchFolder()
        try SyntheticVideo.write(folder.file("video.ts"), count: 10)
        let bytes = try folder.bytes("video.ts")
        let server = try Server(answers: [bytes, bytes])
        var options = VideoOptions()
        options.timeout = 2
        options.maximumReconnections = 2
        let reader = try VideoReader(
            VideoInput("tcp://127.0.0.1:\(server.port)"), options: options)
        var frames: [VideoFrame] = []
        let error = #expect(throws: VideoError.self) {
            while let frame = try reader.next() { frames.append(frame) }
        }
        #expect(error?.code == .disconnected)
        #expect(reader.statistics.reconnections == 1)
        #expect(frames.count >= 16)
        let pairs = zip(frames, frames.dropFirst())
        #expect(pairs.allSatisfy { $0.time < $1.time })
        // The times go on after the wait for the connection.
        #expect(pairs.contains { $1.time.seconds - $0.time.seconds > 0.2 })
    }
}

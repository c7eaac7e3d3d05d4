import Foundation
import Sight
import SightImageIO
import Testing

@Suite struct ImageRoutesTests {
    @Test func imagesAreAnsweredInEveryForm() async throws {
        let service = try await RunningService()
        let image = Data(TestModels.image())
        let plain = try await service.send("POST", "/v1/detect?max=3&classify=1", image)
        #expect(plain.status == 200)
        let report = try JSONSerialization.jsonObject(with: plain.body) as? [String: Any]
        #expect(report?["width"] as? Int == 64)
        #expect(report?["objects"] is [Any])
        let form =
            Data("--xyz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n".utf8)
            + image + Data("\r\n--xyz--\r\n".utf8)
        let answer = try await service.send(
            "POST", "/v1/classify", form,
            headers: ["Content-Type": "multipart/form-data; boundary=xyz"])
        #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        let drawn = try await service.send(
            "POST", "/v1/detect", image, headers: ["Accept": "image/png"])
        #expect(drawn.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let refused = try await service.send(
            "POST", "/v1/detect", image, headers: ["Accept": "application/json, image/png;q=0"])
        #expect(refused.headers["content-type"] == "application/json")
        #expect(try await service.send("GET", "/").status == 200)
    }

    /// An image that breaks off is answered, like one of `sight detect`, and marked.
    @Test(arguments: [[], ["--isolate-decoding"]]) func damagedImagesAreMarked(options: [String])
        async throws
    {
        let service = try await RunningService(options)
        let pixels = (0..<128 * 128 * 3).map { UInt8(truncatingIfNeeded: ($0 &* 31) >> 5) }
        let whole = try ImageEncoder.encode(
            try ImageBuffer(width: 128, height: 128, format: .rgb8, bytes: pixels),
            as: .jpeg(quality: 90))
        for (count, damaged) in [(whole.count, false), (whole.count * 3 / 4, true)] {
            let image = Data(whole.prefix(count))
            for path in ["/v1/detect", "/v1/classify", "/v1/track?session=a"] {
                let answer = try await service.send("POST", path, image)
                #expect(answer.status == 200)
                let report = try JSONSerialization.jsonObject(with: answer.body)
                let mark = (report as? [String: Any])?["damaged"] as? Bool
                // Only the report of a frame has the field in any case, as in `sight track`.
                #expect(mark == (damaged || path.contains("track") ? damaged : nil), "\(path)")
            }
        }
    }

    /// The answer comes at the deadline, while the worker still draws and the bytes still count.
    @Test(.timeLimit(.minutes(5))) func lateImagesAreNotAwaited() async throws {
        let service = try await RunningService(["--deadline", "0.1", "--instances", "1"])
        let side = 5000
        let image = try ImageEncoder.encode(
            try ImageBuffer(
                width: side, height: side, format: .rgb8,
                bytes: [UInt8](repeating: 128, count: side * side * 3)), as: .png)
        let answer = try await service.send(
            "POST", "/v1/detect", Data(image), headers: ["Accept": "image/png"])
        #expect(answer.status == 504)
        func isHeld() async throws -> Bool {
            let numbers = try await service.send("GET", "/metrics").body
            return !String(decoding: numbers, as: UTF8.self).contains("sight_body_bytes_held 0.0\n")
        }
        #expect(try await isHeld())
        try await service.settle { try await !isHeld() }
    }

    @Test func badImagesAreRefused() async throws {
        let service = try await RunningService(["--maximum-pixels", "1"])
        let bomb = Data(TestModels.image(width: 2, height: 2)).replacingSize(width: 30_000)
        for (path, body, status) in [
            ("/v1/detect", Data("garbage".utf8), 400), ("/v1/detect", Data(), 400),
            ("/v1/detect", bomb, 413), ("/v1/classify", bomb, 413),
            ("/v1/detect?max=0", Data(), 400), ("/v1/detect?classify=maybe", Data(), 400),
            ("/v1/track", Data(), 400), ("/v1/track?session=a&time=nan", Data(), 400),
        ] {
            let answer = try await service.send("POST", path, body)
            #expect(answer.status == status, "\(path): \(answer.status)")
        }
        let form = try await service.send(
            "POST", "/v1/detect", Data("--x--".utf8),
            headers: ["Content-Type": "multipart/form-data; boundary=x"])
        #expect(form.status == 400)
    }

    @Test func camerasHaveSessions() async throws {
        let service = try await RunningService(
            [
                "--maximum-sessions", "2", "--maximum-peer-sessions", "2", "--session-timeout",
                "3600",
            ])
        let image = Data(TestModels.image())
        for frame in 0..<3 {
            let answer = try await service.send(
                "POST", "/v1/track?session=a&frame=\(frame * 2)&time=\(frame)", image)
            #expect(answer.status == 200)
            let report = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
            #expect(report?["frame"] as? Int == frame * 2)
        }
        for path in ["/v1/track?session=a&frame=4", "/v1/track?session=a&frame=9&time=2"] {
            #expect(try await service.send("POST", path, image).status == 409)
        }
        #expect(try await service.send("POST", "/v1/track?session=b", image).status == 200)
        let full = try await service.send("POST", "/v1/track?session=c", image)
        #expect(full.status == 429)
        #expect(full.headers["retry-after"] != nil)
        #expect(try await service.send("DELETE", "/v1/track?session=b").status == 200)
        #expect(try await service.send("DELETE", "/v1/track?session=b").status == 404)
        #expect(try await service.send("POST", "/v1/track?session=c", image).status == 200)
    }

    /// The message for a frame that is not later has no time of this machine's clock.
    @Test func theClockIsNotTold() async throws {
        let service = try await RunningService(["--session-timeout", "3600"])
        let image = Data(TestModels.image())
        func send(_ query: String) async throws -> (status: Int, message: String) {
            let answer = try await service.send("POST", "/v1/track?\(query)", image)
            let text = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
            return (answer.status, text?["error"] as? String ?? "")
        }
        #expect(try await send("session=a").status == 200)
        let early = try await send("session=a&time=0.25")
        #expect(early.status == 409)
        #expect(early.message.hasPrefix("session \"a\": the frame with time=0.25 is not later"))
        #expect(try await send("session=b&time=999999999").status == 200)
        let late = try await send("session=b")
        #expect(late.status == 409)
        #expect(late.message.hasPrefix("session \"b\": the frame without time is not later"))
        #expect(!late.message.contains("9"))
    }

    @Test func idleCamerasAreForgotten() async throws {
        let service = try await RunningService(["--session-timeout", "0.1"])
        let image = Data(TestModels.image())
        _ = try await service.send("POST", "/v1/track?session=a", image)
        try await service.settle {
            let numbers = try await service.send("GET", "/metrics").body
            return String(decoding: numbers, as: UTF8.self).contains("sight_track_sessions 0.0")
        }
    }
}

extension Data {
    /// Returns the BMP with another width in its header.
    fileprivate func replacingSize(width: Int) -> Data {
        var copy = self
        for offset in [18, 22] {
            for byte in 0..<4 {
                copy[offset + byte] = UInt8(truncatingIfNeeded: width >> (8 * byte))
            }
        }
        return copy
    }
}

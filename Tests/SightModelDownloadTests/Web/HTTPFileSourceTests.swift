import Foundation
import SightConcurrency
import SightModelDownload
import SightModels
import Testing

/// Downloads from careless or hostile servers install no bad file and never hang.
@Suite(.timeLimit(.minutes(10)))
struct HTTPFileSourceTests {
    private let scratch = ScratchFolder()
    private let bird: ModelID
    private let bytes = modelBytes(20_000)

    init() throws { bird = try ModelID("bird") }

    private func install(
        _ url: URL, digest: ModelDigest? = nil, limits: StoreLimits = StoreLimits(),
        deadline: Double = 20
    ) async throws(ModelDeliveryError) -> InstalledModel {
        var conditions = DownloadConditions()
        conditions.deadline = deadline
        let source = HTTPFileSource(url, digest: digest, conditions: conditions)
        return try await scratch.store(limits: limits).update(bird, from: source)
    }

    private func code(
        _ url: URL, digest: ModelDigest? = nil, limits: StoreLimits = StoreLimits(),
        deadline: Double = 20
    ) async -> ModelDeliveryError.Code? {
        do throws(ModelDeliveryError) {
            _ = try await install(url, digest: digest, limits: limits, deadline: deadline)
            return nil
        } catch {
            #expect(scratch.store().installed(bird) == nil)
            return error.code
        }
    }

    @Test func installsAndAsksByTag() async throws {
        let bytes = bytes
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] == "\"1\""
                ? LoopbackReply(status: 304, headers: ["ETag": "\"1\""])
                : LoopbackReply(headers: ["ETag": "\"1\""], body: bytes)
        }
        let first = try await install(server.url("/m"), digest: ModelDigest(of: bytes))
        let second = try await install(server.url("/m"))
        #expect(first == second && first.size == bytes.count)
        #expect(server.requests.map(\.method) == ["HEAD", "GET", "HEAD"])
    }

    @Test(arguments: [("\"1\"", "W/\"1\""), ("W/\"1\"", "\"1\"")])
    func unchangedMayBeSaidWeakly(tag: String, unchanged: String) async throws {
        let bytes = bytes
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] == tag
                ? LoopbackReply(status: 304, headers: ["ETag": unchanged])
                : LoopbackReply(headers: ["ETag": tag], body: bytes)
        }
        let first = try await install(server.url("/m"))
        #expect(try await install(server.url("/m")) == first)
    }

    @Test func aWrongTagOnUnchangedIsAnError() async throws {
        let bytes = bytes
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] != nil
                ? LoopbackReply(status: 304, headers: ["ETag": "\"other\""])
                : LoopbackReply(headers: ["ETag": "\"1\""], body: bytes)
        }
        let first = try await install(server.url("/m"))
        await #expect { try await install(server.url("/m")) } throws: {
            ($0 as? ModelDeliveryError)?.code == .internalError
        }
        #expect(scratch.store().installed(bird) == first)
    }

    /// A server's "unchanged" does not count for a file that lacks the required digest.
    @Test(arguments: [true, false]) func aRequiredDigestOutlivesUnchanged(alwaysSays: Bool)
        async throws
    {
        let bytes = bytes
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] != nil || (alwaysSays && !request.path.contains("new"))
                ? LoopbackReply(status: 304, headers: ["ETag": "\"1\""])
                : LoopbackReply(headers: ["ETag": "\"1\""], body: bytes)
        }
        let first = try await install(server.url("/new"))
        let other = ModelDigest(of: [1])
        await #expect { try await install(server.url("/m"), digest: other) } throws: {
            let code = ($0 as? ModelDeliveryError)?.code
            return code == (alwaysSays ? .internalError : .wrongDigest)
        }
        #expect(scratch.store().installed(bird) == first)
        #expect(try await install(server.url("/new"), digest: first.digest) == first)
    }

    /// The connection breaks twice; the rest is requested by range, with the entity tag of the
    /// beginning.
    @Test(arguments: [true, false]) func readsOnByRange(hasTag: Bool) async throws {
        let bytes = bytes
        let server = try LoopbackServer { request in
            var reply = LoopbackReply(headers: hasTag ? ["ETag": "\"1\""] : [:], body: bytes)
            if let range = request.headers["range"], let start = Int(range.dropFirst(6).dropLast())
            {
                reply.status = 206
                reply.body = Array(bytes[start...])
                reply.headers["Content-Range"] = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
                if start < 12_000 { reply.manner = .truncated(6000) }
            } else if hasTag {
                reply.manner = .truncated(7000)
            }
            return reply
        }
        let model = try await install(server.url("/m"))
        #expect(model.digest == ModelDigest(of: bytes))
        let ranges = server.requests.filter { $0.method == "GET" }.map { $0.headers["range"] }
        #expect(ranges == (hasTag ? [nil, "bytes=7000-", "bytes=13000-"] : [nil]))
        if hasTag { #expect(server.requests.last?.headers["if-range"] == "\"1\"") }
    }

    /// The server does not support ranges, or gives wrong answers to them.
    @Test(arguments: [200, 206, 416]) func oddAnswersToRanges(status: Int) async throws {
        let bytes = bytes
        let first = Once()
        let server = try LoopbackServer { request in
            var reply = LoopbackReply(headers: ["ETag": "\"1\""], body: bytes)
            if request.method == "GET", first.take() {
                reply.manner = .truncated(5000)
            } else if request.headers["range"] != nil {
                reply.status = status
                if status == 206 { reply.headers["Content-Range"] = "bytes 1-19999/20000" }
            }
            return reply
        }
        #expect(try await install(server.url("/m")).digest == ModelDigest(of: bytes))
    }

    /// Returns version 1 of a file, whose answer ends after 5,000 bytes.
    private static func cutOff(_ bytes: [UInt8]) -> LoopbackReply {
        LoopbackReply(headers: ["ETag": "\"1\""], body: bytes, manner: .truncated(5000))
    }

    /// If the file changes between two attempts, parts of both are never combined.
    @Test func changesMeanwhile() async throws {
        let new = modelBytes(20_000, seed: 9)
        let old = bytes
        let first = Once()
        let server = try LoopbackServer { request in
            if request.method == "GET", first.take() {
                return Self.cutOff(old)
            }
            return LoopbackReply(
                headers: ["ETag": request.method == "HEAD" ? "\"1\"" : "\"2\""], body: new)
        }
        #expect(try await install(server.url("/m")).digest == ModelDigest(of: new))
    }

    /// A cache that ignores `If-Range` sends the rest of the new file; it is not appended to the
    /// old beginning.
    @Test func aRestOfAnotherVersion() async throws {
        let new = modelBytes(20_000, seed: 9)
        let old = bytes
        let first = Once()
        let server = try LoopbackServer { request in
            if request.method == "GET", first.take() {
                return Self.cutOff(old)
            }
            var reply = LoopbackReply(headers: ["ETag": "\"2\""], body: new)
            if request.headers["range"] != nil {
                reply.status = 206
                reply.body = Array(new[5000...])
                reply.headers["Content-Range"] = "bytes 5000-19999/20000"
            } else if request.method == "HEAD" {
                reply.headers["ETag"] = "\"1\""
            }
            return reply
        }
        #expect(try await install(server.url("/m")).digest == ModelDigest(of: new))
    }

    /// A cache may describe the new file and then send the old one; the next update gets the new
    /// one.
    @Test(arguments: ["ETag", "Last-Modified"]) func anOldFileUnderANewMark(field: String)
        async throws
    {
        let marks = field == "ETag" ? ["\"1\"", "\"2\""] : ["1", "2"].map(Self.time(ofDay:))
        let (old, new) = (bytes, modelBytes(20_000, seed: 9))
        let isFirst = Once()
        let server = try LoopbackServer { request in
            let isOld = request.method == "GET" && isFirst.take()
            return LoopbackReply(
                headers: [field: marks[isOld ? 0 : 1]], body: isOld ? old : new)
        }
        let first = try await install(server.url("/m"))
        #expect(first.digest == ModelDigest(of: old) && first.revision?.text == marks[0])
        let second = try await install(server.url("/m"))
        #expect(second.digest == ModelDigest(of: new) && second.revision?.text == marks[1])
        #expect(try await install(server.url("/m")) == second)
        // The second update asks first whether the server still sends the old file.
        #expect(
            server.requests.map(\.method) == ["HEAD", "GET", "HEAD", "GET", "GET", "HEAD"])
    }

    /// The answers to `HEAD` and `GET` may always have different marks; the file arrives once.
    @Test(arguments: ["ETag", "Last-Modified"], ["304", "206", "200"])
    func headMayHaveAMarkOfItsOwn(field: String, manner: String) async throws {
        let marks =
            field == "ETag" ? ["\"abc\"", "\"abc-1\""] : ["1", "2"].map(Self.time(ofDay:))
        let bytes = bytes
        let server = try LoopbackServer { request in
            let isHead = request.method == "HEAD"
            var reply = LoopbackReply(headers: [field: marks[isHead ? 0 : 1]], body: bytes)
            if manner == "304", request.headers["if-none-match"] == marks[1], !isHead {
                return LoopbackReply(status: 304, headers: reply.headers)
            } else if manner != "200", request.headers["range"] == "bytes=0-0" {
                reply.status = 206
                reply.body = [bytes[0]]
                reply.headers["Content-Range"] = "bytes 0-0/\(bytes.count)"
            }
            return reply
        }
        let first = try await install(server.url("/m"))
        #expect(first.revision?.text == marks[1])
        for _ in 0..<2 { #expect(try await install(server.url("/m")) == first) }
        let ranges = server.requests.filter { $0.method == "GET" }.map { $0.headers["range"] }
        #expect(ranges == [nil, "bytes=0-0", "bytes=0-0"])
    }

    /// While a cache sends the old file, it stays installed without a download; it is replaced as
    /// soon as the cache has the new one.
    @Test func aCacheMayStayOld() async throws {
        let (old, new) = (bytes, modelBytes(20_000, seed: 9))
        let isFresh = Guarded(false)
        let server = try LoopbackServer { request in
            let isOld = request.method == "GET" && !isFresh.current
            let tag = isOld ? "\"1\"" : "\"2\""
            return request.headers["if-none-match"] == tag
                ? LoopbackReply(status: 304, headers: ["ETag": tag])
                : LoopbackReply(headers: ["ETag": tag], body: isOld ? old : new)
        }
        let first = try await install(server.url("/m"))
        #expect(try await install(server.url("/m")) == first)
        #expect(first.digest == ModelDigest(of: old))
        isFresh.current = true
        #expect(try await install(server.url("/m")).digest == ModelDigest(of: new))
        let whole = server.requests.filter { $0.method == "GET" && $0.headers["range"] == nil }
        #expect(whole.count == 2)
    }

    /// A server that knows no ranges, or wrongly calls its file unchanged, still gets updates out.
    @Test(arguments: [304, 400, 416]) func oddAnswersToTheQuestion(status: Int) async throws {
        let (old, new) = (bytes, modelBytes(20_000, seed: 9))
        let isNew = Guarded(false)
        let server = try LoopbackServer { request in
            if request.headers["range"] != nil { return LoopbackReply(status: status) }
            return LoopbackReply(
                headers: ["ETag": isNew.current ? "\"2\"" : "\"1\""],
                body: isNew.current ? new : old)
        }
        #expect(try await install(server.url("/m")).digest == ModelDigest(of: old))
        isNew.current = true
        #expect(try await install(server.url("/m")).digest == ModelDigest(of: new))
    }

    private static func time(ofDay day: String) -> String { "Sun, 0\(day) Nov 2026 08:49:37 GMT" }

    /// A weak tag in one of two answers does not mean another file; neither does a missing tag.
    @Test(arguments: ["W/\"1\"", ""]) func theAnnouncedMarkStays(sent: String) async throws {
        let bytes = bytes
        let server = try LoopbackServer { request in
            let tag = request.method == "HEAD" ? "\"1\"" : sent
            return LoopbackReply(
                headers: tag.isEmpty ? ["Last-Modified": "x"] : ["ETag": tag], body: bytes)
        }
        #expect(try await install(server.url("/m")).revision?.text == "\"1\"")
    }

    @Test func alwaysTruncated() async throws {
        let bytes = bytes
        let server = try LoopbackServer { _ in
            LoopbackReply(body: bytes, manner: .truncated(100))
        }
        let code = await code(server.url("/m"))
        #expect(code == .failedPrecondition || code == .wrongSize)
    }

    @Test func endlessBodies() async throws {
        let bytes = bytes
        let server = try LoopbackServer { request in
            LoopbackReply(body: bytes, manner: request.method == "HEAD" ? .whole : .endless)
        }
        // The head announces 20,000 bytes, more come; and with no announcement the limit counts.
        #expect(await code(server.url("/m")) == .wrongSize)
        let unannounced = try LoopbackServer { _ in LoopbackReply(body: bytes, manner: .endless) }
        let limits = StoreLimits(maximumModelSize: 1_000_000)
        #expect(await code(unannounced.url("/m"), limits: limits) == .tooLarge)
    }

    @Test func slowDrip() async throws {
        let bytes = bytes
        let server = try LoopbackServer { _ in
            LoopbackReply(body: bytes, manner: .drip(seconds: 0.05))
        }
        #expect(await code(server.url("/m"), deadline: 0.2) == .failedPrecondition)
    }

    @Test func wrongBytes() async throws {
        let bytes = bytes
        let server = try LoopbackServer { _ in LoopbackReply(body: bytes) }
        let digest = ModelDigest(of: [1])
        #expect(await code(server.url("/m"), digest: digest) == .wrongDigest)
        let page = try LoopbackServer { _ in LoopbackReply.json("<html>Sign in</html>") }
        #expect(await code(page.url("/m")) == .notAModel)
    }

    @Test(arguments: [
        (400, ModelDeliveryError.Code.invalidArgument), (401, .permissionDenied),
        (403, .permissionDenied), (404, .notFound), (429, .resourceExhausted),
        (500, .internalError), (503, .internalError),
    ])
    func refusals(status: Int, code expected: ModelDeliveryError.Code) async throws {
        let server = try LoopbackServer { _ in LoopbackReply(status: status) }
        #expect(await code(server.url("/m")) == expected)
        let methods = server.requests.map(\.method)
        switch status {
        case 403, 404: #expect(methods == ["HEAD", "GET"])
        default: #expect(methods.count == (status == 429 || status >= 500 ? 5 : 1))
        }
    }

    /// Addresses that are signed for `GET` refuse `HEAD`; some servers do not know the method.
    @Test(arguments: [403, 404, 405, 501], [true, false])
    func headMayBeRefused(status: Int, hasRanges: Bool) async throws {
        let bytes = bytes
        let server = try LoopbackServer { request in
            guard request.method == "GET" else { return LoopbackReply(status: status) }
            guard request.headers["if-none-match"] != "\"1\"" else {
                return LoopbackReply(status: 304, headers: ["ETag": "\"1\""])
            }
            var reply = LoopbackReply(headers: ["ETag": "\"1\""], body: bytes)
            if hasRanges, request.headers["range"] == "bytes=0-0" {
                reply.status = 206
                reply.body = [bytes[0]]
                reply.headers["Content-Range"] = "bytes 0-0/\(bytes.count)"
            }
            return reply
        }
        let first = try await install(server.url("/m"))
        #expect(first.digest == ModelDigest(of: bytes) && first.revision?.text == "\"1\"")
        #expect(try await install(server.url("/m")) == first)
        #expect(server.requests.map(\.method) == ["HEAD", "GET", "GET", "HEAD", "GET"])
        let source = HTTPFileSource(server.url("/m"))
        #expect(try await source.manifest(for: bird, unless: nil)?.size == bytes.count)
    }

    /// If both methods are refused, the answer to `GET` is the error.
    @Test func theErrorIsThatOfGet() async throws {
        let server = try LoopbackServer { request in
            LoopbackReply(status: request.method == "HEAD" ? 403 : 404)
        }
        #expect(await code(server.url("/m")) == .notFound)
    }

    /// A server without a size for `HEAD` announces 0 bytes or none.
    @Test(arguments: ["0", ""]) func headMayStateNoSize(length: String) async throws {
        let bytes = bytes
        let server = try LoopbackServer { request in
            guard request.method == "HEAD" else { return LoopbackReply(body: bytes) }
            let field = length.isEmpty ? "" : "Content-Length: \(length)\r\n"
            return LoopbackReply(
                manner: .raw("HTTP/1.1 200 OK\r\nConnection: close\r\n\(field)\r\n"))
        }
        let source = HTTPFileSource(server.url("/m"))
        #expect(try await source.manifest(for: bird, unless: nil)?.size == nil)
        #expect(try await install(server.url("/m")).digest == ModelDigest(of: bytes))
    }
}

/// A flag that is true once.
private final class Once: Sendable {
    private let isTaken = Guarded(false)
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}

import Foundation
import SightModelDownload
import SightModels
import Testing

/// The network layer on this platform, with servers that behave badly.
@Suite(.timeLimit(.minutes(10)))
struct HTTPClientTests {
    private let client = HTTPClient()

    private func get(_ request: HTTPRequest) async throws(ModelDeliveryError) -> (HTTPHead, Data) {
        let (head, exchange) = try await client.send(request)
        return (head, try await exchange.body())
    }

    private func code(_ request: HTTPRequest) async -> ModelDeliveryError.Code? {
        do throws(ModelDeliveryError) {
            _ = try await get(request)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func readsHeadAndBody() async throws {
        let server = try LoopbackServer { _ in
            LoopbackReply(headers: ["ETag": "\"x\"", "X-Odd-CASE": "1"], body: [1, 2, 3])
        }
        var request = HTTPRequest(server.url("/a?b=c"))
        request.headers["X-Mine"] = "yes"
        let (head, body) = try await get(request)
        #expect(head.status == 200 && body == Data([1, 2, 3]))
        #expect(head["etag"] == "\"x\"" && head["x-odd-case"] == "1" && head.contentLength == 3)
        let seen = try #require(server.requests.first)
        #expect(seen.target == "/a?b=c" && seen.headers["x-mine"] == "yes")
        #expect(seen.headers["accept-encoding"] == "identity" && seen.headers["cookie"] == nil)
    }

    /// A value from a server cannot add header fields to a request.
    @Test(arguments: ["a\r\nX-Admin: 1", "a\nb", "a\rb", "a\u{0}", "a\u{7F}"])
    func fieldsCannotContainOthers(value: String) async throws {
        let server = try LoopbackServer { _ in LoopbackReply() }
        var request = HTTPRequest(server.url("/"))
        request.headers["If-None-Match"] = value
        #expect(await code(request) == .invalidArgument)
        request.headers = [:]
        request.credentials["Authorization"] = value
        #expect(await code(request) == .invalidArgument)
        #expect(server.requests.isEmpty)
        request.credentials["Authorization"] = "FIS_v2 ab"
        #expect(await code(request) == nil)
    }

    @Test func sendsBodies() async throws {
        let server = try LoopbackServer { LoopbackReply(status: 201, body: Array($0.body)) }
        var request = HTTPRequest(server.url("/"))
        request.method = "POST"
        request.body = Data("hello".utf8)
        let (sent, report) = AsyncStream<Int>.makeStream()
        request.onSend = { report.yield($0) }
        let (head, body) = try await get(request)
        #expect(head.status == 201 && body == Data("hello".utf8))
        #expect(await sent.first { $0 >= 5 } == 5)
        #expect(server.requests.first?.method == "POST")
    }

    /// The client follows redirects itself, and sends credentials only to their host.
    @Test func redirectsDropCredentialsForOtherHosts() async throws {
        let target = try LoopbackServer { _ in LoopbackReply(body: [7]) }
        let address = target.url("/end", host: "localhost").absoluteString
        let server = try LoopbackServer { request in
            request.path == "/near"
                ? LoopbackReply(status: 302, headers: ["Location": "/far"])
                : LoopbackReply(status: 307, headers: ["Location": address])
        }
        var request = HTTPRequest(server.url("/near"))
        request.headers["X-Public"] = "1"
        request.credentials["Authorization"] = "secret"
        let (head, body) = try await get(request)
        #expect(body == Data([7]) && head.url.host == "localhost")
        #expect(server.requests.map { $0.headers["authorization"] } == ["secret", "secret"])
        let end = try #require(target.requests.first)
        #expect(end.headers["authorization"] == nil && end.headers["x-public"] == "1")
    }

    @Test func redirectsEnd() async throws {
        let server = try LoopbackServer { _ in
            LoopbackReply(status: 302, headers: ["Location": "/again"])
        }
        #expect(await code(HTTPRequest(server.url("/"))) == .internalError)
        #expect(server.requests.count == 6)
    }

    @Test(arguments: ["http://example.com/x", "ftp://127.0.0.1/x", "file:///etc/passwd", ""])
    func redirectsToBadPlaces(target: String) async throws {
        let server = try LoopbackServer { _ in
            LoopbackReply(status: 302, headers: target.isEmpty ? [:] : ["Location": target])
        }
        let code = await code(HTTPRequest(server.url("/")))
        #expect([.insecure, .internalError, .invalidArgument, .failedPrecondition].contains(code))
    }

    @Test func postsAreNotSentOn() async throws {
        let server = try LoopbackServer { _ in
            LoopbackReply(status: 307, headers: ["Location": "/else"])
        }
        var request = HTTPRequest(server.url("/"))
        request.method = "POST"
        request.body = Data([1])
        #expect(await code(request) == .internalError)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        ("http://example.com/m", ModelDeliveryError.Code.insecure),
        ("http://127.0.0.1.example.com/m", .insecure), ("http://10.0.0.1/m", .insecure),
        ("ftp://localhost/m", .insecure), ("https://user:pw@example.com/", .invalidArgument),
        ("bird.tflite", .invalidArgument),
    ])
    func insecureAddressesAreRefused(text: String, code: ModelDeliveryError.Code) throws {
        let url = try #require(URL(string: text))
        #expect { try HTTPClient.requireSecure(url) } throws: {
            ($0 as? ModelDeliveryError)?.code == code
        }
    }

    @Test(arguments: [
        "https://example.com", "http://localhost:1", "http://127.1.2.3/", "http://[::1]/",
    ])
    func secureAddresses(text: String) throws {
        try HTTPClient.requireSecure(try #require(URL(string: text)))
    }

    @Test(arguments: [
        ("https://example.com", "http://localhost/m"), ("https://127.0.0.1", "http://127.0.0.1/m"),
        ("https://example.com", "https://127.0.0.1/m"),
    ])
    func announcedAddressesLoseNothing(source: String, target: String) throws {
        let (source, target) = (
            try #require(URL(string: source)), try #require(URL(string: target))
        )
        try HTTPClient.requireSecure(target)
        #expect { try HTTPClient.requireSecure(target, from: source) } throws: {
            ($0 as? ModelDeliveryError)?.code == .insecure
        }
        try HTTPClient.requireSecure(source, from: source)
    }

    @Test func silenceEnds() async throws {
        let server = try LoopbackServer { _ in LoopbackReply(manner: .silence) }
        var request = HTTPRequest(server.url("/"))
        request.deadline = 0.3
        #expect(await code(request) == .failedPrecondition)
    }

    @Test func slowDripEnds() async throws {
        let server = try LoopbackServer { _ in
            LoopbackReply(body: modelBytes(10_000), manner: .drip(seconds: 0.02))
        }
        var request = HTTPRequest(server.url("/"))
        request.deadline = 0.5
        let start = ProcessInfo.processInfo.systemUptime
        #expect(await code(request) == .failedPrecondition)
        // the whole body would take 200 s
        #expect(ProcessInfo.processInfo.systemUptime - start < 120)
    }

    @Test func nobodyThere() async throws {
        let port = try TakenPort()
        let url = try #require(URL(string: "http://127.0.0.1:\(port.number)/"))
        #expect(await code(HTTPRequest(url)) == .failedPrecondition)
        withExtendedLifetime(port) {}
    }

    @Test func cancellationEndsTheWait() async throws {
        let server = try LoopbackServer { _ in LoopbackReply(manner: .silence) }
        let request = HTTPRequest(server.url("/"))
        let task = Task { await code(request) }
        while server.requests.isEmpty { try await Task.sleep(nanoseconds: 2_000_000) }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    /// Every request ends, also if other requests are cancelled.
    ///
    /// Foundation on Linux has had deadlocks here.
    @Test func manyRequestsEndWhileOthersAreCancelled() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/silent": LoopbackReply(manner: .silence)
            case "/slow": LoopbackReply(body: modelBytes(10_000), manner: .drip(seconds: 0.01))
            default: LoopbackReply(body: modelBytes(10_000))
            }
        }
        for round in 0..<4 {
            let codes = await withTaskGroup(of: (String, ModelDeliveryError.Code?).self) { group in
                let tasks = (0..<30).map { number in
                    let path = ["/", "/silent", "/slow"][number % 3]
                    var request = HTTPRequest(server.url(path))
                    request.deadline = 540
                    let task = Task { [request] in await code(request) }
                    group.addTask { (path, await task.value) }
                    return (path, task)
                }
                for (number, (path, task)) in tasks.enumerated() where path != "/" {
                    // Tasks are cancelled before they begin, while they wait, or while they read.
                    if number % 2 == round % 2 { await Task.yield() }
                    if round > 1 {
                        try? await Task.sleep(nanoseconds: UInt64(number % 5) * 1_000_000)
                    }
                    task.cancel()
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for (path, code) in codes { #expect(code == (path == "/" ? nil : .cancelled)) }
        }
    }

    @Test func largeSmallBodiesAreRefused() async throws {
        let server = try LoopbackServer { _ in
            LoopbackReply(body: Array(repeating: 0x20, count: 65_536), manner: .endless)
        }
        #expect(await code(HTTPRequest(server.url("/"))) == .internalError)
    }

    /// Unread bytes do not accumulate in memory.
    @Test func slowReadersDoNotFillTheMemory() async throws {
        let server = try LoopbackServer { _ in
            LoopbackReply(body: Array(repeating: 1, count: 1 << 20), manner: .endless)
        }
        var request = HTTPRequest(server.url("/"))
        request.deadline = 540
        let (_, exchange) = try await client.send(request)
        #if canImport(Glibc)
            let limit = HTTPExchange.waitingLimit
        #else
            let limit = HTTPExchange.unreadLimit
        #endif
        while exchange.unreadBytes <= limit { try await Task.sleep(nanoseconds: 5_000_000) }
        try await Task.sleep(nanoseconds: 200_000_000)
        #expect(exchange.unreadBytes < limit + (2 << 20))
        #if canImport(Glibc)
            // libcurl waits for the reader.
            var count = 0
            while count < 4 * limit { count += try await exchange.next()?.count ?? 0 }
            exchange.discard()
        #else
            await #expect {
                while try await exchange.next() != nil {}
            } throws: {
                ($0 as? ModelDeliveryError)?.isTransient == true
            }
        #endif
    }
}

import Foundation
import SightConcurrency
import SightModelDownload
import SightModels
import Testing

/// A file of another address or size is downloaded, whatever its tag and its time are.
@Suite(.timeLimit(.minutes(10)))
struct HTTPFileIdentityTests {
    private let scratch = ScratchFolder()
    private let bird: ModelID
    private let bytes = modelBytes(20_000)

    init() throws { bird = try ModelID("bird") }

    private func install(_ url: URL) async throws(ModelDeliveryError) -> InstalledModel {
        try await scratch.store().update(bird, from: HTTPFileSource(url))
    }

    /// Two files of one server may have one size and one time, and so one tag of some servers.
    @Test(arguments: ["ETag", "Last-Modified"]) func anotherAddressIsAnotherFile(field: String)
        async throws
    {
        let revision = field == "ETag" ? "\"1\"" : "Sat, 01 Aug 2026 00:00:00 GMT"
        let (first, second) = (bytes, modelBytes(20_000, seed: 9))
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] == revision
                ? LoopbackReply(status: 304, headers: [field: revision])
                : LoopbackReply(
                    headers: [field: revision], body: request.path == "/v1/m" ? first : second)
        }
        #expect(try await install(server.url("/v1/m")).digest == ModelDigest(of: first))
        for _ in 0..<2 {
            #expect(try await install(server.url("/v2/m")).digest == ModelDigest(of: second))
        }
        let whole = server.requests.filter { $0.method == "GET" && $0.headers["range"] == nil }
        #expect(whole.map(\.path) == ["/v1/m", "/v2/m"])
        #expect(server.requests.filter { $0.headers["if-none-match"] != nil }.count < 2)
    }

    /// A file of another size is another version, whatever its tag and its time are.
    @Test(arguments: ["ETag", "Last-Modified", "304"])
    func anotherSizeIsAnotherVersion(kind: String) async throws {
        let field = kind == "304" ? "ETag" : kind
        let revision = field == "ETag" ? "\"1\"" : "Sat, 01 Aug 2026 00:00:00 GMT"
        let (old, new) = (bytes, modelBytes(30_000, seed: 9))
        let isNew = Guarded(false)
        let server = try LoopbackServer { request in
            let body = isNew.current ? new : old
            guard kind == "304", request.headers["if-none-match"] == revision else {
                return LoopbackReply(headers: [field: revision], body: body)
            }
            return LoopbackReply(
                status: 304, headers: [field: revision, "Content-Length": "\(body.count)"])
        }
        let first = try await install(server.url("/m"))
        #expect(try await install(server.url("/m")) == first)
        isNew.current = true
        #expect(try await install(server.url("/m")).digest == ModelDigest(of: new))
        let whole = server.requests.filter { $0.method == "GET" && $0.headers["range"] == nil }
        #expect(whole.count == 2)
    }

    /// A server that answers 304 with another size, whatever it is asked, does not keep the file.
    @Test func aWrongSizeOnUnchangedIsAnError() async throws {
        let bytes = bytes
        let isBroken = Guarded(false)
        let server = try LoopbackServer { _ in
            isBroken.current
                ? LoopbackReply(status: 304, headers: ["ETag": "\"1\"", "Content-Length": "7"])
                : LoopbackReply(headers: ["ETag": "\"1\""], body: bytes)
        }
        let first = try await install(server.url("/m"))
        isBroken.current = true
        let error = await #expect(throws: ModelDeliveryError.self) {
            try await install(server.url("/m"))
        }
        #expect(error?.code == .internalError && error?.message.contains("length 7") == true)
        #expect(scratch.store().installed(bird) == first)
    }

    /// `HEAD` describes a new file of another size, while a cache still sends the old one.
    @Test func aCacheMayStayOldAtAnotherSize() async throws {
        let (old, new) = (bytes, modelBytes(30_000, seed: 9))
        let newMethods = Guarded<Set<String>>([])
        let server = try LoopbackServer { request in
            let isNew = newMethods.current.contains(request.method)
            let tag = isNew ? "\"2\"" : "\"1\""
            return request.headers["if-none-match"] == tag
                ? LoopbackReply(status: 304, headers: ["ETag": tag])
                : LoopbackReply(headers: ["ETag": tag], body: isNew ? new : old)
        }
        let first = try await install(server.url("/m"))
        newMethods.current = ["HEAD"]
        #expect(try await install(server.url("/m")) == first)
        newMethods.current = ["HEAD", "GET"]
        #expect(try await install(server.url("/m")).digest == ModelDigest(of: new))
    }

    /// The signature in an address changes, and the file stays; another query is another file.
    @Test func signedAddressesAreOneFile() async throws {
        let bytes = bytes
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] == "\"1\""
                ? LoopbackReply(status: 304, headers: ["ETag": "\"1\""])
                : LoopbackReply(headers: ["ETag": "\"1\""], body: bytes)
        }
        for query in ["id=1&X-Amz-Signature=a", "id=1&X-Amz-Signature=b", "id=2"] {
            _ = try await install(server.url("/m?\(query)"))
        }
        let whole = server.requests.filter { $0.method == "GET" && $0.headers["range"] == nil }
        #expect(whole.map(\.target) == ["/m?id=1&X-Amz-Signature=a", "/m?id=2"])
    }
}

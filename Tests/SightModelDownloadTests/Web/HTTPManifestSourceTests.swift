import Foundation
import SightConcurrency
import SightModelDownload
import SightModels
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPManifestSourceTests {
    private let scratch = ScratchFolder()

    @Test func installsWhatIsDescribed() async throws {
        let bytes = modelBytes(3000)
        let digest = ModelDigest(of: bytes).hexadecimal
        let server = try LoopbackServer { request in
            request.path == "/models/bird.json"
                ? .json(#"{"url": "files/b.tflite", "sizeBytes": "3000", "sha256": "\#(digest)"}"#)
                : LoopbackReply(body: bytes)
        }
        let source = HTTPManifestSource(server.url("/models/%7Bname%7D.json"))
        let bird = try ModelID("bird")
        for _ in 0..<2 {
            let model = try await scratch.store().update(bird, from: source)
            #expect(model.revision == ModelRevision(digest))
        }
        #expect(
            server.requests.map(\.path)
                == ["/models/bird.json", "/models/files/b.tflite", "/models/bird.json"])
    }

    /// Neither an unchanged revision nor the manifest's own SHA-256 replaces the required digest.
    @Test(arguments: [true, false]) func aRequiredDigestOutlivesTheRevision(describes: Bool)
        async throws
    {
        let bytes = modelBytes(3000)
        let right = ModelDigest(of: bytes)
        let described = describes ? #", "sha256": "\#(right)""# : ""
        let server = try LoopbackServer { request in
            request.path == "/m.json"
                ? .json(#"{"url": "b.tflite", "revision": "7"\#(described)}"#)
                : LoopbackReply(body: bytes)
        }
        let bird = try ModelID("bird")
        let url = server.url("/m.json")
        let first = try await scratch.store().update(bird, from: HTTPManifestSource(url))
        let pinned = HTTPManifestSource(url, digest: ModelDigest(of: [1]))
        await #expect { try await scratch.store().update(bird, from: pinned) } throws: {
            ($0 as? ModelDeliveryError)?.code == .wrongDigest
        }
        #expect(scratch.store().installed(bird) == first)
        let same = HTTPManifestSource(url, digest: right)
        #expect(try await scratch.store().update(bird, from: same) == first)
    }

    /// Different bytes with the same revision are a different version.
    @Test func anotherDigestOfTheSameRevision() async throws {
        let states = [modelBytes(3000), modelBytes(3000, seed: 5)]
        let bird = try ModelID("bird")
        for bytes in states {
            let digest = ModelDigest(of: bytes)
            let server = try LoopbackServer { request in
                request.path == "/m.json"
                    ? .json(#"{"url": "b.tflite", "revision": "7", "sha256": "\#(digest)"}"#)
                    : LoopbackReply(body: bytes)
            }
            let source = HTTPManifestSource(server.url("/m.json"))
            #expect(try await scratch.store().update(bird, from: source).digest == digest)
        }
    }

    /// A revision counts only with the size and the address of its description.
    @Test(arguments: [("/a.json", 4000), ("/b.json", 3000)])
    func anotherFileOfTheSameRevision(path: String, count: Int) async throws {
        let (old, new) = (modelBytes(3000), modelBytes(count, seed: 5))
        let isNew = Guarded(false)
        let server = try LoopbackServer { request in
            let body = isNew.current ? new : old
            return request.path.hasSuffix(".json")
                ? .json(#"{"url": "b.tflite", "revision": "7", "sizeBytes": \#(body.count)}"#)
                : LoopbackReply(body: body)
        }
        let bird = try ModelID("bird")
        let first = HTTPManifestSource(server.url("/a.json"))
        for _ in 0..<2 { _ = try await scratch.store().update(bird, from: first) }
        #expect(server.requests.filter { $0.path == "/b.tflite" }.count == 1)
        isNew.current = true
        let second = HTTPManifestSource(server.url(path))
        #expect(
            try await scratch.store().update(bird, from: second).digest == ModelDigest(of: new))
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"url": "http://example.com/x"}"#, #"{"url": "x", "sizeBytes": -1}"#,
        #"{"url": "x", "sizeBytes": "many"}"#, #"{"url": "x", "sha256": "zz"}"#,
        #"{"url": "file:///etc/passwd"}"#,
    ])
    func badDescriptions(text: String) async throws {
        let server = try LoopbackServer { _ in .json(text) }
        let bird = try ModelID("bird")
        await #expect(throws: ModelDeliveryError.self) {
            try await scratch.store().update(bird, from: HTTPManifestSource(server.url("/m.json")))
        }
        #expect(scratch.store().installed(bird) == nil && server.requests.count == 1)
    }
}

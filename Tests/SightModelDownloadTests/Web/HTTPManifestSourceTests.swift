import Foundation
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

    @Test(arguments: [
        "", "[]", "{}", #"{"url": "http://example.com/x"}"#, #"{"url": "x", "sizeBytes": -1}"#,
        #"{"url": "x", "sizeBytes": "many"}"#, #"{"url": "x", "sha256": "zz"}"#,
        #"{"url": "file:///etc/passwd"}"#,
    ])
    func badDescriptions(text: String) async throws {
        let server = try LoopbackServer { _ in .json(text) }
        let bird = try ModelID("bird")
        await #expect(throws: ModelSourceError.self) {
            try await scratch.store().update(bird, from: HTTPManifestSource(server.url("/m.json")))
        }
        #expect(scratch.store().installed(bird) == nil && server.requests.count == 1)
    }
}

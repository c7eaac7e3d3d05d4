import Foundation
import SightModelDownload
import SightModels
import Testing

@Suite(.timeLimit(.minutes(10)))
struct WebConnectionTests {
    private let signed = Array(#"{"release": {}}"#.utf8)

    /// The manifest is beside the file, for any query of its address.
    @Test func isReadBesideTheFile() async throws {
        let bytes = modelBytes(1000)
        let signed = signed
        let server = try LoopbackServer { request in
            switch request.target {
            case "/a/bird.tflite.signed.json?v=1": LoopbackReply(body: signed)
            case "/m.json": .json(#"{"url": "a/bird.tflite?v=1"}"#)
            default: LoopbackReply(body: bytes)
            }
        }
        let bird = try ModelID("bird")
        let file = HTTPFileSource(server.url("/a/bird.tflite?v=1"), isSigned: true)
        #expect(try await file.manifest(for: bird, unless: nil)?.signed == signed)
        let described = HTTPManifestSource(server.url("/m.json"), isSigned: true)
        #expect(try await described.manifest(for: bird, unless: nil)?.signed == signed)
        let plain = HTTPFileSource(server.url("/a/bird.tflite?v=1"))
        #expect(try await plain.manifest(for: bird, unless: nil)?.signed == nil)
    }

    /// A missing manifest is a valid answer; a failing server or an endless answer is an error.
    @Test func missingAndEndlessManifests() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/none.signed.json": LoopbackReply(status: 404)
            case "/down.signed.json": LoopbackReply(status: 503)
            case "/large.signed.json": LoopbackReply(body: modelBytes(1 << 16), manner: .endless)
            default: LoopbackReply(body: modelBytes(100))
            }
        }
        let bird = try ModelID("bird")
        let none = HTTPFileSource(server.url("/none"), isSigned: true)
        #expect(try await none.manifest(for: bird, unless: nil)?.signed == nil)
        for name in ["/down", "/large"] {
            let source = HTTPFileSource(server.url(name), isSigned: true)
            await #expect(throws: ModelDeliveryError.self) {
                try await source.manifest(for: bird, unless: nil)
            }
        }
    }
}

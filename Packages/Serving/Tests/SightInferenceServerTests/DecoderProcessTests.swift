import Foundation
import Sight
import SightImageIO
import SightInferenceServer
import Testing

/// Decoding in child processes, some of which end unexpectedly.
@Suite(.timeLimit(.minutes(5))) struct DecoderProcessTests {
    private static let program = Bundle.main.bundleURL.appendingPathComponent("sight-serve").path

    /// A decoder whose child runs a shell script.
    private func decoder(_ script: String, deadline: Double = 60) -> DecoderProcess {
        DecoderProcess(
            program: "/bin/sh", arguments: ["-c", script], limits: DecodeLimits(),
            deadline: deadline)
    }

    private func real(memory: Int? = nil, pixels: Int = 100_000_000) -> DecoderProcess {
        DecoderProcess(
            program: Self.program, limits: DecodeLimits(maximumPixels: pixels), memory: memory,
            deadline: 60)
    }

    private func image(_ width: Int, _ height: Int, _ format: PixelFormat = .rgb8) throws
        -> ImageBuffer
    {
        let count = width * height * (format == .gray8 ? 1 : 3)
        return try ImageBuffer(
            width: width, height: height, format: format,
            bytes: (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 31) >> 5) })
    }

    @Test func bothWaysGiveTheSame() throws {
        let decoder = real()
        var files = [TestModels.image(width: 31, height: 7)]
        for format in [PixelFormat.rgb8, .gray8] {
            for kind in [ImageEncoder.Format.png, .jpeg(quality: 80)] {
                files.append(try ImageEncoder.encode(image(301, 203, format), as: kind))
            }
        }
        files += files.suffix(1).map { Array($0.prefix($0.count / 2)) }  // a damaged JPEG
        for file in files {
            for minimum in [nil, 20] {
                let expected = try ImageDecoder.default.decode(file, minimumSize: minimum)
                #expect(try decoder.decode(file, minimumSize: minimum) == expected)
            }
        }
    }

    /// The child reports the same errors as a decoder in this process, and continues to run.
    @Test func damagedImagesAreRefused() throws {
        let decoder = real(pixels: 100)
        _ = try decoder.decode(TestModels.image(width: 4, height: 4), minimumSize: nil)
        let child = decoder.identifier
        var same = ImageDecoder.default
        same.limits.maximumPixels = 100
        let files: [[UInt8]] = [
            Array("garbage".utf8), [], TestModels.image(width: 400, height: 300),
            Array(TestModels.image(width: 4, height: 4).prefix(20)),
        ]
        for file in files {
            let expected = #expect(throws: ImageError.self) { try same.decode(file) }
            let failure = #expect(throws: ImageError.self) {
                try decoder.decode(file, minimumSize: nil)
            }
            #expect(failure?.code == expected?.code && failure?.message == expected?.message)
        }
        #expect(decoder.identifier == child && child != nil)
    }

    @Test(arguments: [
        ("head -c 16 >/dev/null; kill -SEGV $$", "the signal 11"),
        ("head -c 16 >/dev/null; kill -KILL $$", "the signal 9"),
        ("exit 3", "the status 3"),
        ("cat <&3 >/dev/null & printf '\\004\\000\\000\\000abcd'; wait", "makes no sense"),
        ("cat <&3 >/dev/null & printf '\\377\\377\\377\\377'; wait", "more than 65536 bytes"),
    ])
    func badEndsAreRefusals(script: String, expected: String) throws {
        // A shell gives background commands no input, so `cat` reads it as descriptor 3.
        let decoder = decoder("exec 3<&0; " + script)
        let failure = #expect(throws: ServeError.self) {
            try decoder.decode(TestModels.image(), minimumSize: nil)
        }
        #expect(failure?.kind == .invalid)
        #expect(failure?.message.contains(expected) == true, "\(failure?.message ?? "")")
        #expect(decoder.identifier == nil)
    }

    @Test func slowImagesAreGivenUp() throws {
        let decoder = decoder("exec sleep 600", deadline: 0.3)
        let failure = #expect(throws: ServeError.self) {
            try decoder.decode(TestModels.image(), minimumSize: nil)
        }
        #expect(failure?.kind == .deadline)
    }

    /// If a waiting child is killed, the next image is still decoded.
    @Test func killedChildrenAreReplaced() throws {
        let decoder = real()
        let file = TestModels.image()
        var children: Set<Int32> = []
        for _ in 0..<3 {
            _ = try decoder.decode(file, minimumSize: nil)
            let child = try #require(decoder.identifier)
            children.insert(child)
            kill(child, SIGKILL)
            // Wait until the child has ended.
            while kill(child, 0) == 0 { usleep(1000) }
        }
        #expect(children.count == 3)
    }

    #if os(Linux) && !SANITIZED
        /// Memory beyond the limit ends the child; the next image is decoded.
        @Test func memoryHasALimit() throws {
            let file = try ImageEncoder.encode(image(6000, 6000), as: .png)
            let decoder = real(memory: 96 << 20)
            let failure = #expect(throws: ServeError.self) {
                try decoder.decode(file, minimumSize: nil)
            }
            #expect(failure?.kind == .invalid)
            #expect(failure?.message.contains("ends the program") == true)
            let small = try decoder.decode(TestModels.image(), minimumSize: nil)
            #expect(small.buffer.width == 64)
            #expect(try real().decode(file, minimumSize: nil).buffer.width == 6000)
        }
    #endif

    #if os(Linux)
        /// The service gives the same answers with and without children, and survives their ends.
        @Test func theServiceDecodesElsewhere() async throws {
            let service = try await RunningService(["--isolate-decoding", "--instances", "2"])
            let image = Data(TestModels.image())
            for _ in 0..<3 {
                for path in ["/v1/detect?classify=1", "/v1/classify", "/v1/track?session=a"] {
                    #expect(try await service.send("POST", path, image).status == 200)
                }
                #expect(try await service.send("POST", "/v1/detect", Data([1, 2])).status == 400)
                let children = try service.children()
                #expect((1...2).contains(children.count))
                for child in children { kill(child, SIGKILL) }
                try await service.settle { try service.children().isEmpty }
            }
            // All children end with a service that is killed.
            #expect(try await service.send("POST", "/v1/detect", image).status == 200)
            let orphans = try service.children()
            #expect(!orphans.isEmpty)
            service.crash()
            try await service.settle { orphans.allSatisfy { RunningService.parent(of: $0) == nil } }
        }
    #endif
}

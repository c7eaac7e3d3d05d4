import Foundation
import ModelFixtures
import Sight
import SightImageIO
import Testing

/// Detecting objects in a file with one call.
@Suite struct DetectingInFilesTests {
    private func detector() throws -> ObjectDetector {
        let model = StubModels.detector(
            boxes: [[0.25, 0.25, 0.75, 0.75]], classes: [0], scores: [0.9])
        return ObjectDetector(localizer: try Localizer(ModelFile(data: Data(model))))
    }

    private func withFile<Result>(
        _ bytes: [UInt8], _ body: (String) async throws -> Result
    ) async throws -> Result {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("image-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await body(file.path)
    }

    @Test func findsTheObjectsOfAFile() async throws {
        let file = try ImageEncoder.encode(
            ImageBuffer(
                width: 40, height: 20, format: .rgb8, bytes: [UInt8](repeating: 9, count: 2400)),
            as: .png)
        let objects = try await withFile(file) {
            try await detector().objects(contentsOf: $0)
        }
        #expect(objects.map(\.box) == [Source.Rect(x: 10, y: 5, width: 20, height: 10)])
    }

    @Test func aFileThatIsNoImageIsNamed() async throws {
        let error = try await withFile(Array("not an image".utf8)) { path in
            let error = await #expect(throws: DetectionError.self) {
                try await detector().objects(contentsOf: path)
            }
            #expect(error?.message.contains(path) == true)
            return error
        }
        #expect(error?.code == .invalidImage)
        #expect((error?.cause as? ImageError)?.code == .unsupportedFormat)
    }

    /// A pipe without a writer keeps no compute thread.
    @Test(.timeLimit(.minutes(5))) func pipesAreNotOpened() async throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipe-\(UUID().uuidString)").path
        #expect(mkfifo(path, 0o600) == 0)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let detector = try detector()
        let error = await #expect(throws: DetectionError.self) {
            try await detector.objects(contentsOf: path)
        }
        #expect(error?.code == .invalidImage)
        #expect(error?.message.contains(path) == true)
        #expect((error?.cause as? ImageError)?.code == .unreadable)
    }

    /// A decoder waits for the writer of a pipe, as the command line does for `<(cat photo.png)`.
    @Test(.timeLimit(.minutes(5)), .enabled(if: BuildTraits.png))
    func decodersReadPipes() throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipe-\(UUID().uuidString)").path
        #expect(mkfifo(path, 0o600) == 0)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bytes = try ImageEncoder.encode(TestFiles.gradient(4, 3), as: .png)
        Thread.detachNewThread {
            try? FileHandle(forWritingAtPath: path)?.write(contentsOf: Data(bytes))
        }
        #expect(try ImageDecoder.default.decode(contentsOf: path).buffer.width == 4)
    }

    @Test func aDecodedImageIsTakenWhole() throws {
        let buffer = try ImageBuffer(
            width: 2, height: 1, format: .gray8, bytes: [1, 2])
        let decoded = DecodedImage(
            buffer: buffer, orientation: .left, sourceSize: Source.Size(width: 8, height: 4),
            formatName: "JPEG")
        let image = VisionImage(decoded)
        #expect(image.buffer == buffer && image.orientation == .left)
        #expect(image.sourceSize == decoded.sourceSize)
    }
}

import Foundation
import Sight
import SightImageIO
import Testing

/// Reading an image for a model with one call.
@Suite struct VisionImageFilesTests {
    private func withFile<Result>(
        _ bytes: [UInt8], _ body: (String) throws -> Result
    ) throws -> Result {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("image-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path)
    }

    /// EXIF orientation 6 turns the stored pixels to the right.
    @Test(.enabled(if: BuildTraits.jpeg)) func theOrientationIsRead() throws {
        let file = TestFiles.jpeg(
            try ImageEncoder.encode(TestFiles.gradient(40, 20), as: .jpeg(quality: 90)),
            exif: TestFiles.tiff(orientation: 6, isLittle: true))
        let image = try withFile(file) { try VisionImage(contentsOf: $0) }
        #expect(image.orientation.rawValue == 6)
        #expect(image.buffer.width == 40 && image.buffer.height == 20)
        #expect(image.uprightSize == Upright.Size(width: 20, height: 40))
    }

    /// A reduced image keeps the size that boxes refer to.
    @Test(.enabled(if: BuildTraits.jpeg)) func aLargeImageIsReduced() throws {
        let file = try ImageEncoder.encode(
            TestFiles.gradient(640, 480), as: .jpeg(quality: 90))
        let image = try withFile(file) { try VisionImage(contentsOf: $0, minimumSize: 60) }
        #expect(image.buffer.width < 640 && image.buffer.height >= 60)
        #expect(image.sourceSize == Source.Size(width: 640, height: 480))
    }

    /// The decoder of the call reads the file: one without codecs reads no image.
    @Test(.enabled(if: BuildTraits.png)) func theDecoderIsTheCallers() throws {
        let buffer = try TestFiles.gradient(4, 3)
        try withFile(ImageEncoder.encode(buffer, as: .png)) { path in
            let image = try VisionImage(contentsOf: path)
            #expect(image.buffer.width == 4)
            let error = #expect(throws: ImageError.self) {
                try VisionImage(contentsOf: path, decoder: ImageDecoder(codecs: []))
            }
            #expect(error?.code == .unsupportedFormat)
        }
    }

    @Test func aMissingFileIsNamed() {
        let error = #expect(throws: ImageError.self) {
            try VisionImage(contentsOf: "/no/such/photo.jpg")
        }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("/no/such/photo.jpg") == true)
    }
}

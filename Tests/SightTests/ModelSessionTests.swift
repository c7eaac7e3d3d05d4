import Foundation
import Sight
import Testing

@Suite struct ModelSessionTests {
    /// The errors of the file and those of its bytes begin with the path, and have it once.
    @Test(arguments: ["garbage!", "", nil])
    func aBadFileIsNamedOnce(_ content: String?) throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).tflite").path
        if let content { try Data(content.utf8).write(to: URL(fileURLWithPath: path)) }
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = #expect(throws: DetectionError.self) { try Localizer(ModelFile(path: path)) }
        #expect(error?.reason == (content == nil ? .unreadableFile : .notAModel))
        let message = try #require(error?.message)
        #expect(message.hasPrefix(path) && message.components(separatedBy: path).count == 2)
    }

    @Test func bytesInMemoryHaveNoName() {
        let error = #expect(throws: DetectionError.self) {
            try Localizer(ModelFile(data: Data("garbage!".utf8)))
        }
        #expect(error?.message == "the file is not a .tflite model")
    }
}

import Foundation
import SightModels
import Testing

@Suite struct DurableFolderTests {
    @Test func aFailedWriteLeavesNothing() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sight-folder-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        // No file can replace a folder.
        try DurableFolder.make(folder.path + "/target")
        #expect(throws: ModelDeliveryError.self) {
            try DurableFolder.write([1, 2, 3], to: folder.path + "/target")
        }
        #expect(DurableFolder.names(in: folder.path) == ["target"])
    }
}

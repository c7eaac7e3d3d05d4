import Foundation
import SightModels

/// A store in its own folder, which is deleted after the test.
final class ScratchStore: Sendable {
    let folder: URL

    init() {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sight-models-\(UUID().uuidString)")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The store, with retries that do not wait.
    func store(limits: StoreLimits = StoreLimits()) -> ModelStore {
        var store = ModelStore(folder: folder.appendingPathComponent("store"), limits: limits)
        store.retry.sleep = { _ in }
        return store
    }

    /// Writes a file beside the store.
    func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent(name)
        try Data(bytes).write(to: url)
        return url
    }

    /// The names of the folders of the store's models.
    func modelFolders() -> [String] {
        DurableFolder.names(in: folder.appendingPathComponent("store/models").path)
    }

    /// Every file under the store's models, by path below its model's folder.
    func modelFiles() -> [String] {
        let models = folder.appendingPathComponent("store/models").path
        return (try? FileManager.default.subpathsOfDirectory(atPath: models))?
            .filter { $0.contains("/") }.map { String($0.split(separator: "/")[1]) }.sorted() ?? []
    }
}

/// Makes bytes that begin with a model without content; the others depend on the seed.
func modelBytes(_ count: Int, seed: UInt8 = 1) -> [UInt8] {
    var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ Int(seed) &* 17) }
    bytes.replaceSubrange(0..<12, with: [28, 0, 0, 0] + Array("TFL3".utf8) + [4, 0, 4, 0])
    // The table lies 20 bytes after its vtable, which names no field.
    bytes.replaceSubrange(28..<32, with: [20, 0, 0, 0])
    return bytes
}

import Foundation
import SightModels

/// A folder that is deleted after the test, with a store that retries without waiting.
final class ScratchFolder: Sendable {
    let url: URL

    init() {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("sight-download-\(UUID().uuidString)")
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func store(limits: StoreLimits = StoreLimits()) -> ModelStore {
        var store = ModelStore(folder: url.appendingPathComponent("store"), limits: limits)
        store.retry.sleep = { _ in }
        return store
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

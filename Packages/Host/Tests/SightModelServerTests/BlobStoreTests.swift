import Foundation
import SightModelServer
import Testing

/// The files that the start of a host deletes, and those that it leaves alone.
@Suite final class BlobStoreTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("blobs-\(UUID().uuidString)")
        for name in ["blobs", "incoming"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func write(_ name: String) throws {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("bytes".utf8).write(to: url)
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }

    @Test func onlyUnfinishedUploadsAreRemoved() throws {
        let upload = "incoming/\(UUID().uuidString)"
        let others = [
            "incoming/photo.jpg", "incoming/\(UUID().uuidString.lowercased())",
            "incoming/\(UUID().uuidString)/photo.jpg",
        ]
        for name in others + [upload] { try write(name) }
        _ = try BlobStore(folder: folder.path)
        #expect(!exists(upload))
        for name in others { #expect(exists(name), "\(name)") }
    }

    @Test func onlyBlobsAreCollected() throws {
        let (kept, old) = (
            String(repeating: "a", count: 64), String(repeating: "a", count: 63) + "b"
        )
        for name in [kept, old, "notes.txt"] { try write("blobs/aa/\(name)") }
        try BlobStore(folder: folder.path).collect(keeping: [kept])
        #expect(exists("blobs/aa/\(kept)") && exists("blobs/aa/notes.txt"))
        #expect(!exists("blobs/aa/\(old)"))
    }
}

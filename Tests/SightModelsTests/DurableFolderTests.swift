import Foundation
import SightModels
import Testing

@Suite struct DurableFolderTests {
    /// Calls a body with an empty folder, which is removed afterwards.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sight-folder-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer {
            chmod(folder, 0o700)
            try? FileManager.default.removeItem(atPath: folder)
        }
        try body(folder)
    }

    /// Calls a body with a folder whose entries may be changed, but that cannot be opened.
    ///
    /// A loss of power alone would show whether a folder is synchronized. But a folder has to be
    /// opened for it, so an operation that synchronizes this folder fails after its change.
    private func withClosedFolder(_ body: (String) throws -> Void) throws {
        try withFolder { folder in
            chmod(folder, 0o300)
            try UnprivilegedThread.run(owning: folder) { try body(folder) }
        }
    }

    @Test func aFailedWriteLeavesNothing() throws {
        try withFolder { folder in
            // No file can replace a folder.
            try DurableFolder.make(folder + "/target")
            #expect(throws: ModelDeliveryError.self) {
                try DurableFolder.write([1, 2, 3], to: folder + "/target")
            }
            #expect(DurableFolder.names(in: folder) == ["target"])
        }
    }

    @Test(.enabled(if: UnprivilegedThread.isPossible), arguments: ["/new", "/new/inner/last"])
    func theParentOfANewFolderIsSynchronized(path: String) throws {
        try withClosedFolder { folder in
            let error = #expect(throws: ModelDeliveryError.self) {
                try DurableFolder.make(folder + path)
            }
            #expect(error?.message.hasPrefix("\(folder): open") == true)
            #expect(access(folder + "/new", F_OK) == 0)
        }
    }

    @Test(.enabled(if: UnprivilegedThread.isPossible))
    func theFolderOfAReplacedFileIsSynchronized() throws {
        try withClosedFolder { folder in
            let error = #expect(throws: ModelDeliveryError.self) {
                try DurableFolder.write([1, 2, 3], to: folder + "/target")
            }
            #expect(error?.message.hasPrefix("\(folder): open") == true)
            #expect(FileManager.default.contents(atPath: folder + "/target") == Data([1, 2, 3]))
        }
    }

    @Test(.enabled(if: UnprivilegedThread.isPossible))
    func theFolderOfARemovedFileIsSynchronized() throws {
        try withClosedFolder { folder in
            #expect(FileManager.default.createFile(atPath: folder + "/target", contents: nil))
            let error = #expect(throws: ModelDeliveryError.self) {
                try DurableFolder.remove(folder + "/target")
            }
            #expect(error?.message.hasPrefix("\(folder): open") == true)
            #expect(access(folder + "/target", F_OK) != 0)
        }
    }

    @Test func aPathWithoutAFolderIsInTheCurrentOne() throws {
        let name = "sight-file-\(UUID().uuidString)"
        defer { unlink(name) }
        try DurableFolder.write([1], to: name)
        try DurableFolder.write([2], to: name)
        #expect(FileManager.default.contents(atPath: name) == Data([2]))
        try DurableFolder.remove(name)
        #expect(access(name, F_OK) != 0)
    }
}

/// Runs code for which the permissions of files count, also in a process of root.
private enum UnprivilegedThread {
    private typealias SetUser = @convention(c) (UInt32) -> Int32

    /// The user `nobody` of most systems.
    private static let nobody: UInt32 = 65534

    /// Sets the user as whom the calling thread opens files; only Linux has this function, and the
    /// Swift module of its C library lacks it.
    private static var setUser: SetUser? {
        #if os(Linux)
            dlsym(nil, "setfsuid").map { unsafeBitCast($0, to: SetUser.self) }
        #else
            nil
        #endif
    }

    /// Whether permissions can count in this process.
    static var isPossible: Bool { geteuid() != 0 || setUser != nil }

    /// Calls a body with a folder that it owns, and for which permissions count.
    static func run(owning folder: String, _ body: () throws -> Void) throws {
        guard geteuid() == 0, let setUser else { return try body() }
        chown(folder, nobody, gid_t.max)
        let user = setUser(nobody)
        defer { _ = setUser(UInt32(bitPattern: user)) }
        try body()
    }
}

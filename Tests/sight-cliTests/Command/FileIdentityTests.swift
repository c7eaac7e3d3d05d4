import Foundation
import Testing
import sight_cli

@Suite struct FileIdentityTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write([1], to: "file")
        try scratch.write([1], to: "copy")
        try FileManager.default.createDirectory(
            atPath: scratch.path("folder"), withIntermediateDirectories: false)
    }

    private func path(_ name: String) -> String { scratch.url.path + "/" + name }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path(name), withDestinationPath: target)
    }

    @Test func allPathsOfAFileHaveOneIdentity() throws {
        try link("link", to: "file")
        try link("chain", to: path("link"))
        try FileManager.default.linkItem(
            atPath: path("file"), toPath: path("hard"))
        let identity = try #require(FileIdentity(path("file")))
        for name in ["./file", "folder/../file", "link", "chain", "hard", "folder//..//file"] {
            #expect(FileIdentity(path(name)) == identity, "\(name)")
            #expect(FileIdentity.isSame(path(name), path("file")))
        }
        #expect(FileIdentity(path("copy")) != identity)
        #expect(!FileIdentity.isSame(path("copy"), path("file")))
    }

    @Test func filesThatDoNotExistHaveAFolderAndAName() throws {
        try link("dangling", to: "new")
        try link("other", to: "folder")
        let identity = try #require(FileIdentity(path("new")))
        #expect(FileIdentity(path("./folder/../new")) == identity)
        #expect(FileIdentity(path("dangling")) == identity)
        #expect(FileIdentity(path("newer")) != identity)
        #expect(FileIdentity.isSame(path("other/a/b"), path("folder/a/b/")))
        #expect(!FileIdentity.isSame(path("other/a/b"), path("folder/b/a")))
    }

    @Test func devicesAndStandardOutputAreNoFiles() throws {
        #expect(FileIdentity("-") == nil)
        #expect(FileIdentity("/dev/null") == nil)
        #expect(FileIdentity.isSame("-", "-"))
        #expect(!FileIdentity.isSame("-", path("file")))
    }

    /// Links that form a circle end in no file, and without a loop.
    @Test func circlesEnd() throws {
        try link("left", to: "right")
        try link("right", to: "left")
        #expect(FileIdentity(path("left")) == nil)
    }
}

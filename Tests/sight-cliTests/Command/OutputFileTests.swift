import Testing
import sight_cli

@Suite struct OutputFileTests {
    @Test func aFileIsWrittenWhole() throws {
        let scratch = try ScratchFolder()
        try OutputFile.write([1, 2, 3], to: scratch.path("a"))
        try OutputFile.write([4], to: scratch.path("a"))
        #expect(try scratch.bytes("a") == [4])
        #expect(try scratch.names == ["a"])
    }

    @Test func aMissingFolderIsNamed() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path("missing/a")
        let error = #expect(throws: CommandError.self) { try OutputFile.write([1], to: path) }
        #expect(error?.status == .usage)
        #expect(error?.message.contains(path) == true)
    }

    @Test func aFolderInTheWayIsNamed() throws {
        let scratch = try ScratchFolder()
        try scratch.write([], to: "file")
        let error = #expect(throws: CommandError.self) {
            try OutputFile.makeFolder(scratch.path("file/folder"))
        }
        #expect(error?.status == .usage)
    }
}

import Foundation
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

    #if os(Linux)
        /// A named pipe stays one, and gets the bytes.
        @Test func aPipeTakesTheBytes() throws {
            let scratch = try ScratchFolder()
            #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
            // On Linux, a pipe that is open for both needs no other end.
            let pipe = open(scratch.path("pipe"), O_RDWR | O_NONBLOCK)
            let reader = FileHandle(fileDescriptor: pipe, closeOnDealloc: true)
            try OutputFile.write([1, 2, 3], to: scratch.path("pipe"))
            var bytes = [UInt8](repeating: 0, count: 16)
            #expect(read(reader.fileDescriptor, &bytes, bytes.count) == 3)
            #expect(Array(bytes.prefix(3)) == [1, 2, 3])
            #expect(try scratch.names == ["pipe"])
        }
    #endif

    @Test func aDeviceStaysOne() throws {
        try OutputFile.write([1, 2, 3], to: "/dev/null")
        var status = stat()
        #expect(stat("/dev/null", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }

    /// What a symbolic link leads to gets the bytes; the link stays.
    @Test func aLinkStaysOne() throws {
        let scratch = try ScratchFolder()
        try scratch.write([1, 2, 3], to: "file")
        let link = scratch.path("link")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: scratch.path("file"))
        try OutputFile.write([4], to: link)
        #expect(try scratch.bytes("file") == [4])
        let kind = try FileManager.default.attributesOfItem(atPath: link)[.type]
        #expect(kind as? FileAttributeType == .typeSymbolicLink)
        #expect(try scratch.names == ["file", "link"])
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

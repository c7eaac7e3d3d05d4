import ModelFixtures
import SightModelFile
import Testing

@Suite struct FileArchiveTests {
    private let prefix = [UInt8](repeating: 0x55, count: 37)
    private let files = [
        StoredArchive.File(name: "labels.txt", content: Array("cat\ndog\n".utf8)),
        StoredArchive.File(name: "empty.txt", content: []),
    ]

    private func open(_ archive: StoredArchive) throws -> FileArchive {
        try FileArchive(appendedTo: ModelBytes(archive.appended(to: prefix)))
    }

    private func expectInvalid(_ archive: StoredArchive, _ fragment: String) {
        let error = #expect(throws: ModelError.self) {
            let archive = try open(archive)
            for name in archive.names { _ = try archive.content(of: name) }
        }
        #expect(error?.code == .invalidMetadata || error?.code == .malformed)
        #expect(error?.detail == .metadata(.damagedArchive))
        #expect(error?.message.contains(fragment) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [true, false], [[], Array("made by hand".utf8)])
    func storedFiles(isRelative: Bool, comment: [UInt8]) throws {
        let archive = try open(
            StoredArchive(files: files, isRelative: isRelative, comment: comment))
        #expect(archive.names == ["labels.txt", "empty.txt"])
        #expect(try archive.content(of: "labels.txt") == files[0].content)
        #expect(try archive.content(of: "empty.txt").isEmpty)
    }

    @Test func noArchiveMeansNoFiles() throws {
        for count in [0, 1, 21, 22, 70_000] {
            let bytes = try ModelBytes([UInt8](repeating: 0x50, count: count))
            #expect(try FileArchive(appendedTo: bytes).names.isEmpty)
        }
    }

    @Test func missingFileIsNamed() throws {
        let error = #expect(throws: ModelError.self) {
            try open(StoredArchive(files: files)).content(of: "Labels.txt")
        }
        #expect(error?.code == .invalidMetadata)
        #expect(error?.message.contains("Labels.txt") == true)
        #expect(error?.detail == .metadata(.missingAssociatedFile("Labels.txt")))
    }

    @Test func brokenEntries() {
        var file = files[0]
        file.method = 8
        expectInvalid(StoredArchive(files: [file]), "compressed")
        file = files[0]
        file.flags = 1
        expectInvalid(StoredArchive(files: [file]), "encrypted")
        file = files[0]
        file.checksum = 7
        expectInvalid(StoredArchive(files: [file]), "checksum")
        file = files[0]
        file.localName = "labels.txx"
        expectInvalid(StoredArchive(files: [file]), "labels.txx")
        file = files[0]
        file.shift = 1
        expectInvalid(StoredArchive(files: [file]), "is not at offset")
        file.shift = -1_000
        expectInvalid(StoredArchive(files: [file]), "outside the file")
        file = files[0]
        file.byteCount = 20
        expectInvalid(StoredArchive(files: [file]), "leaves the archive")
        file.byteCount = 1 << 31
        expectInvalid(StoredArchive(files: [file]), "outside the file")
    }

    @Test func sameNameTwice() {
        expectInvalid(StoredArchive(files: [files[0], files[0]]), "two files named")
    }

    /// The second record points at the first file's header, as overlapping ZIP bombs do.
    @Test func overlap() {
        var copy = files[0]
        copy.byteCount = files[0].content.count + 10
        var inner = files[1]
        inner.shift = 0
        expectInvalid(StoredArchive(files: [copy, inner]), "overlap")
    }

    /// Every truncation and every changed byte gives a result or an error.
    @Test func hostile() throws {
        let bytes = StoredArchive(files: files).appended(to: prefix)
        var (read, refused) = (0, 0)
        for count in bytes.indices {
            let cut = try? FileArchive(appendedTo: ModelBytes(bytes.prefix(count)))
            #expect(cut?.names.isEmpty != false, "cut off at \(count)")
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var changed = bytes
                changed[count] = value
                if let archive = try? FileArchive(appendedTo: ModelBytes(changed)) {
                    for name in archive.names { _ = try? archive.content(of: name) }
                    read += 1
                } else {
                    refused += 1
                }
            }
        }
        #expect(read > 0 && refused > 0, "\(read) of the damaged archives were read")
    }
}

/// The central directory's record of one file in a ZIP archive.
///
/// - Source: PKWARE APPNOTE 6.3.10, sections 4.3.7 and 4.3.12.
struct ArchiveRecord {
    let name: String
    let checksum: UInt32
    private let byteCount: Int
    /// The position of the local header in the file.
    private let header: Int
    /// The position of the central directory; the content must end before it.
    private let directory: Int

    private static let centralSignature: UInt32 = 0x0201_4B50
    private static let localSignature: UInt32 = 0x0403_4B50

    /// Reads the record at a position of the directory; returns it and the position after it.
    ///
    /// - Throws: ``ModelError`` with codes `malformed`, and `invalidMetadata` for files that are
    ///   compressed or encrypted.
    static func read(_ bytes: ModelBytes, at position: Int, base: Int, directory: Int)
        throws(ModelError) -> (record: ArchiveRecord, next: Int)
    {
        guard try bytes.load(UInt32.self, at: position) == centralSignature else {
            throw ModelError(
                .invalidMetadata, "the archive has no directory record at offset \(position)")
        }
        let nameCount = Int(try bytes.load(UInt16.self, at: position + 28))
        let extraCount = Int(try bytes.load(UInt16.self, at: position + 30))
        let commentCount = Int(try bytes.load(UInt16.self, at: position + 32))
        let name = try bytes.text(bytes.range(at: position + 46, length: nameCount))
        let flags = try bytes.load(UInt16.self, at: position + 8)
        let method = try bytes.load(UInt16.self, at: position + 10)
        let packed = try bytes.load(UInt32.self, at: position + 20)
        let size = try bytes.load(UInt32.self, at: position + 24)
        guard flags & 1 == 0, method == 0, packed == size else {
            throw ModelError(
                .invalidMetadata,
                "the file \"\(name)\" is compressed or encrypted (method \(method), flags "
                    + "\(flags)); pack associated files without compression")
        }
        let record = ArchiveRecord(
            name: name, checksum: try bytes.load(UInt32.self, at: position + 16),
            byteCount: Int(size),
            header: base + Int(try bytes.load(UInt32.self, at: position + 42)),
            directory: directory)
        return (record, position + 46 + nameCount + extraCount + commentCount)
    }

    /// Checks the local header; returns the range of header and content, and of the content alone.
    ///
    /// - Throws: ``ModelError`` with codes `malformed` and `invalidMetadata`.
    func locate(in bytes: ModelBytes) throws(ModelError) -> (
        extent: Range<Int>, content: Range<Int>
    ) {
        guard try bytes.load(UInt32.self, at: header) == Self.localSignature else {
            throw ModelError(.invalidMetadata, "the file \"\(name)\" is not at offset \(header)")
        }
        let nameCount = Int(try bytes.load(UInt16.self, at: header + 26))
        let extraCount = Int(try bytes.load(UInt16.self, at: header + 28))
        let localName = try bytes.text(bytes.range(at: header + 30, length: nameCount))
        let content = try bytes.range(
            at: header + 30 + nameCount + extraCount, length: byteCount)
        guard localName == name, content.upperBound <= directory else {
            throw ModelError(
                .invalidMetadata,
                "the file \"\(name)\" at offset \(header) is named \"\(localName)\" there or "
                    + "leaves the archive")
        }
        return (header..<content.upperBound, content)
    }
}

/// The names of the first files of a ZIP archive, read from the headers before their content.
///
/// The list is for messages: it ends without an error at a damaged header, and after a file whose
/// header does not state its size.
///
/// - Source: PKWARE APPNOTE 6.3.10, section 4.3.7.
enum ArchiveStart {
    private static let localSignature: UInt32 = 0x0403_4B50
    /// The largest number of names.
    private static let countLimit = 16

    /// Returns the position of the first header; `nil` if the bytes do not start with an archive.
    ///
    /// MediaPipe's bundles have two zero bytes before it.
    static func position(in bytes: ModelBytes) -> Int? {
        [0, 2].first { (try? bytes.load(UInt32.self, at: $0)) == localSignature }
    }

    /// Returns the names of the files whose headers follow each other from a position.
    static func names(in bytes: ModelBytes, at position: Int) -> [String] {
        var names: [String] = []
        var position: Int? = position
        while let header = position, names.count < countLimit,
            let (name, next) = try? file(bytes, at: header)
        {
            names.append(name)
            position = next
        }
        return names
    }

    /// Reads the header at a position; returns the file's name, and the position after its content
    /// if the header states it.
    private static func file(_ bytes: ModelBytes, at position: Int) throws(ModelError) -> (
        name: String, next: Int?
    ) {
        guard try bytes.load(UInt32.self, at: position) == localSignature else {
            throw ModelError(.malformed, "the archive has no file at offset \(position)")
        }
        let flags = try bytes.load(UInt16.self, at: position + 6)
        let byteCount = try bytes.load(UInt32.self, at: position + 18)
        let nameCount = Int(try bytes.load(UInt16.self, at: position + 26))
        let extraCount = Int(try bytes.load(UInt16.self, at: position + 28))
        let name = try bytes.range(at: position + 30, length: nameCount)
        // Bit 3: the size is behind the content.
        guard flags & 8 == 0, let length = Int(exactly: byteCount) else {
            return (try bytes.text(name), nil)
        }
        let content = try? bytes.range(at: name.upperBound + extraCount, length: length)
        return (try bytes.text(name), content?.upperBound)
    }
}

/// The files packed behind a model: a ZIP archive at the end of the same file.
///
/// Entries must be stored without compression, so no entry unpacks to more bytes than the file has.
/// Opening the archive checks every header: entries lie inside the file, do not overlap, and both
/// their headers agree.
///
/// - Source: PKWARE APPNOTE 6.3.10; TFLite Metadata packs associated files this way.
package struct FileArchive: Sendable {
    private struct Entry: Sendable {
        let content: Range<Int>
        let checksum: UInt32
    }

    private let bytes: ModelBytes
    private let entries: [String: Entry]
    /// The names of the files in the order of the archive.
    package let names: [String]

    /// Opens the archive at the end of a model; if there is none, the list of files is empty.
    ///
    /// - Throws: ``ModelError`` with codes `invalidMetadata` and `malformed`, and with the reason
    ///   `damagedArchive`.
    package init(appendedTo bytes: ModelBytes) throws(ModelError) {
        self.bytes = bytes
        do throws(ModelError) {
            (entries, names) = try Self.read(bytes)
        } catch {
            throw ModelError(
                error.code, error.message, detail: .metadata(.damagedArchive), cause: error.cause)
        }
    }

    /// Reads the directory and checks that the files do not overlap.
    private static func read(_ bytes: ModelBytes) throws(ModelError) -> (
        entries: [String: Entry], names: [String]
    ) {
        var entries: [String: Entry] = [:]
        var names: [String] = []
        var extents: [Range<Int>] = []
        for record in try ArchiveDirectory.read(bytes) {
            let (extent, content) = try record.locate(in: bytes)
            let entry = Entry(content: content, checksum: record.checksum)
            guard entries.updateValue(entry, forKey: record.name) == nil else {
                throw ModelError(
                    .invalidMetadata, "the archive has two files named \"\(record.name)\"")
            }
            names.append(record.name)
            extents.append(extent)
        }
        extents.sort { $0.lowerBound < $1.lowerBound }
        for (first, second) in zip(extents, extents.dropFirst())
        where first.upperBound > second.lowerBound {
            throw ModelError(
                .invalidMetadata, "files of the archive overlap at offset \(second.lowerBound)")
        }
        return (entries, names)
    }

    /// Returns the bytes of a file.
    ///
    /// - Throws: ``ModelError`` with code `invalidMetadata` when there is no such file or its
    ///   checksum is wrong.
    package func content(of name: String) throws(ModelError) -> [UInt8] {
        guard let entry = entries[name] else {
            throw ModelError(
                .invalidMetadata,
                "the metadata names a file \"\(name)\", the model's archive has \(names)",
                detail: .metadata(.missingAssociatedFile(name)))
        }
        let content = Array(try bytes.slice(entry.content))
        guard CyclicRedundancyCheck.checksum(content) == entry.checksum else {
            throw ModelError(
                .invalidMetadata, "the file \"\(name)\" is damaged: wrong checksum",
                detail: .metadata(.damagedArchive))
        }
        return content
    }
}

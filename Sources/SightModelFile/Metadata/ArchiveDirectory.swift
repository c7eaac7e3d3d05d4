/// The central directory of a ZIP archive at the end of a file.
///
/// - Source: PKWARE APPNOTE 6.3.10, sections 4.3.12 and 4.3.16.
enum ArchiveDirectory {
    private static let endSignature: UInt32 = 0x0605_4B50
    private static let endByteCount = 22

    /// Reads the records of all files; empty when the file does not end with an archive.
    ///
    /// Offsets count from the start of the whole file or, with some writers, from the start of the
    /// archive.
    ///
    /// - Throws: ``ModelError`` with codes `invalidMetadata` and `malformed`.
    static func read(_ bytes: ModelBytes) throws(ModelError) -> [ArchiveRecord] {
        guard let end = try endRecord(bytes) else { return [] }
        let count = Int(try bytes.load(UInt16.self, at: end + 10))
        let size = Int(try bytes.load(UInt32.self, at: end + 12))
        let offset = Int(try bytes.load(UInt32.self, at: end + 16))
        let start = end - size
        let disks = try bytes.load(UInt32.self, at: end + 4)
        guard disks == 0, start >= offset else {
            throw ModelError(
                .invalidMetadata,
                "the archive's directory of \(size) bytes at \(offset) does not end at \(end), "
                    + "or the archive has several parts")
        }
        var records: [ArchiveRecord] = []
        var position = start
        for _ in 0..<count {
            let (record, next) = try ArchiveRecord.read(
                bytes, at: position, base: start - offset, directory: start)
            guard next <= end else {
                throw ModelError(
                    .invalidMetadata, "the archive's directory leaves its \(size) bytes")
            }
            records.append(record)
            position = next
        }
        return records
    }

    /// Returns the position of the end record: the last one whose comment ends with the file.
    private static func endRecord(_ bytes: ModelBytes) throws(ModelError) -> Int? {
        let last = bytes.count - endByteCount
        guard last >= 0 else { return nil }
        for position in stride(from: last, through: max(0, last - Int(UInt16.max)), by: -1) {
            guard try bytes.load(UInt32.self, at: position) == endSignature else { continue }
            let comment = Int(try bytes.load(UInt16.self, at: position + 20))
            if position + endByteCount + comment == bytes.count { return position }
        }
        return nil
    }
}

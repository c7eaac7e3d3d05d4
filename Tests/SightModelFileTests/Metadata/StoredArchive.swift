import ModelFixtures
import SightModelFile

/// Writes ZIP archives like those in models, and broken archives on request.
struct StoredArchive {
    struct File {
        var name: String
        var content: [UInt8]
        var localName: String?
        var method = 0
        var flags = 0
        var checksum: UInt32?
        var byteCount: Int?
        /// A number that is added to the offset in the directory.
        var shift = 0
    }

    var files: [File]
    /// Whether offsets count from the start of the archive instead of the file.
    var isRelative = false
    var comment: [UInt8] = []

    /// Appends the archive to `prefix`.
    func appended(to prefix: [UInt8]) -> [UInt8] {
        var bytes = prefix
        let base = isRelative ? prefix.count : 0
        var directory: [UInt8] = []
        for file in files {
            let offset = bytes.count - base + file.shift
            let checksum = file.checksum ?? CyclicRedundancyCheck.checksum(file.content)
            let size = UInt32(file.byteCount ?? file.content.count).littleEndianBytes
            // Swift 6.2 cannot type-check these sums as one expression.
            var common: [UInt8] = [10, 0]
            common += UInt16(file.flags).littleEndianBytes
            common += UInt16(file.method).littleEndianBytes
            common += [0, 0, 0, 0]
            common += checksum.littleEndianBytes
            common += size
            common += size
            let name = Array(file.name.utf8)
            let localName = Array((file.localName ?? file.name).utf8)
            bytes += [0x50, 0x4B, 3, 4] + common
            bytes += UInt16(localName.count).littleEndianBytes
            bytes += [0, 0] + localName + file.content
            directory += [0x50, 0x4B, 1, 2, 20, 0] + common
            directory += UInt16(name.count).littleEndianBytes + [UInt8](repeating: 0, count: 12)
            directory += UInt32(truncatingIfNeeded: offset).littleEndianBytes + name
        }
        let start = UInt32(bytes.count - base)
        let count = UInt16(files.count).littleEndianBytes
        bytes += directory
        bytes += [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
        bytes += count + count
        bytes += UInt32(directory.count).littleEndianBytes
        bytes += start.littleEndianBytes
        return bytes + UInt16(comment.count).littleEndianBytes + comment
    }
}

import Foundation

/// Files of a few kilobytes beside a model, such as its labels: untrusted, as the model is.
enum SmallFile {
    /// Most bytes that are read.
    static let limit = 16 << 20

    /// All bytes of a regular file; a pipe would let us wait for its other end.
    ///
    /// - Throws: `CocoaError` for anything else, and for a file over the limit.
    static func read(_ url: URL) throws -> Data {
        let url = url.resolvingSymlinksInPath()
        let facts = try url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
        guard facts.isRegularFile == true else { throw CocoaError(.fileReadUnknown) }
        guard (facts.fileSize ?? .max) <= limit else { throw CocoaError(.fileReadTooLarge) }
        return try FileHandle(forReadingFrom: url).read(upToCount: limit) ?? Data()
    }
}

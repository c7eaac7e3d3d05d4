import Foundation

/// Reads small files beside a model, such as its labels, which are as untrusted as the model.
enum SmallFile {
    /// The largest file that is read, in bytes.
    static let limit = 16 << 20

    /// Reads all bytes of a regular file; a pipe is refused, since reading it could block forever.
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

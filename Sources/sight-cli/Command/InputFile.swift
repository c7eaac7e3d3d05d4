package import Foundation

/// Reads files completely.
package enum InputFile {
    /// Reads a regular file.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed`, naming the path.
    package static func read(_ path: String, limit: Int) throws(CommandError) -> Data {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw CommandError(.someInputsFailed, "\(path) is not a regular file")
            }
            let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
            guard size <= limit else {
                throw CommandError(
                    .someInputsFailed, "\(path) has \(size) bytes, the limit is \(limit)")
            }
            return try Data(contentsOf: url)
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError(
                .someInputsFailed, "\(path) cannot be read: \(error.localizedDescription)",
                cause: error)
        }
    }
}

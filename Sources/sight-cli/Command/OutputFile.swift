import Foundation

/// Writes files completely or not at all.
package enum OutputFile {
    /// Writes a temporary file and renames it.
    ///
    /// - Throws: ``CommandError`` with status `usage`, naming the path.
    package static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(CommandError) {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandError(.usage, "\(path) cannot be written: \(reason(error))", cause: error)
        }
    }

    /// Creates a folder and its parents, unless they exist.
    ///
    /// - Throws: ``CommandError`` with status `usage`, naming the path.
    package static func makeFolder(_ path: String) throws(CommandError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        } catch {
            throw CommandError(
                .usage, "the folder \(path) cannot be made: \(reason(error))", cause: error)
        }
    }

    private static func reason(_ error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return (cause ?? error as NSError).localizedDescription
    }
}

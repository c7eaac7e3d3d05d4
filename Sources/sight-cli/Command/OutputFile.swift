import Foundation
import SightImage
import SightImageIO

/// Writes files completely or not at all.
package enum OutputFile {
    /// Writes a temporary file and renames it; devices, pipes and symbolic links are written to
    /// directly.
    ///
    /// - Throws: ``CommandError`` with status `usage`, naming the path.
    package static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(CommandError) {
        do throws(ImageError) {
            try FileWriter.write(Array(bytes), to: path)
        } catch {
            throw CommandError(.usage, "\(path): \(error.message)", cause: error)
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

    /// Returns the system's description of an error, which Foundation replaces by a number.
    static func reason(_ error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        if let cause, cause.domain == NSPOSIXErrorDomain {
            return String(cString: strerror(Int32(cause.code)))
        }
        return (cause ?? error as NSError).localizedDescription
    }
}

import Foundation
import SightVideoIO

/// The rules for the paths in a list.
///
/// Programs write lists with names that strangers chose. A line therefore never makes the batch
/// open a device, wait for the other end of a pipe, or connect to an address.
enum BatchFile {
    /// Returns the reason why a path must not be opened; `nil` for files, folders and missing
    /// paths.
    static func refusal(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
        else { return nil }
        return "\(path) is not a regular file"
    }

    /// Returns the video that a line names: a file, a folder of images or a pattern.
    static func video(_ text: String) throws(CommandError) -> VideoInput {
        if let why = refusal(text) { throw CommandError(.someInputsFailed, why) }
        let input = VideoInput(text)
        switch input {
        case .file, .folder, .pattern: return input
        case .address, .camera, .standardInput:
            throw CommandError(
                .someInputsFailed,
                "\(input): a list may name files, not addresses or devices; give this input without --paths-from"
            )
        }
    }
}

import Foundation
import SightVideoIO

/// What a line of a list may name.
///
/// Lists are written by programs from names that strangers chose, so a line never makes the batch
/// open a device, wait for a pipe's other end, or connect to an address.
enum BatchFile {
    /// Why a path is not opened; `nil` for a file, and for nothing at all, which opening reports.
    static func refusal(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
        else { return nil }
        return "\(path) is not a regular file"
    }

    /// The video that a line names: a file, a folder of images or a pattern.
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

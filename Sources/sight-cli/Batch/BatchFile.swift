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
    ///
    /// The images of a folder and of a pattern must be regular files, too.
    static func video(_ text: String) throws(CommandError) -> VideoInput {
        if let why = refusal(text) { throw CommandError(.someInputsFailed, why) }
        let input = VideoInput(text)
        switch input {
        case .file: return input
        case .folder, .pattern:
            for path in try images(of: input) {
                if let why = refusal(path) { throw CommandError(.someInputsFailed, why) }
            }
            return input
        case .address, .camera, .standardInput:
            throw CommandError(
                .someInputsFailed,
                "\(input): a list may name files, not addresses or devices; give this input without --paths-from"
            )
        }
    }

    /// Returns the files that reading a folder or a pattern may open.
    private static func images(of input: VideoInput) throws(CommandError) -> [String] {
        switch input {
        case .folder(let path): return contents(of: path)
        case .pattern(let pattern):
            let folder = FilePath.parts(of: pattern).folder
            let isShellPattern = pattern.contains(where: "*?[".contains)
            // A few `*/../` would stand for millions of folders.
            let marks = isShellPattern ? "*?[" : "%"
            guard !folder.contains(where: { marks.contains($0) }) else {
                throw CommandError(
                    .someInputsFailed,
                    "\(pattern): a pattern in a list may stand for files, not for folders")
            }
            guard isShellPattern else { return contents(of: folder) }
            // The reader expands braces, too, but not all systems can list what they stand for.
            guard !pattern.contains("{") else {
                throw CommandError(
                    .someInputsFailed, "\(pattern): a pattern in a list may have no braces")
            }
            return ImageArgument.matches(pattern)
        case .file, .address, .camera, .standardInput: return []
        }
    }

    private static func contents(of folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.map { folder + "/" + $0 }
    }
}

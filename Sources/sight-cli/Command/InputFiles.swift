import Foundation

/// The files that a command reads, which its outputs must not overwrite.
package struct InputFiles {
    private var names: [FileIdentity: String] = [:]

    /// Notes the files of some paths; `-` is standard input, which may be a file, too.
    package init(_ paths: some Sequence<String>) {
        for path in paths {
            let identity =
                path == "-" ? FileIdentity(descriptor: STDIN_FILENO) : FileIdentity(path)
            if let identity { names[identity] = path == "-" ? "standard input" : path }
        }
    }

    /// Returns the path with which a file was noted, if another path leads to this file.
    package func name(of path: String) -> String? { FileIdentity(path).flatMap { names[$0] } }

    /// Checks that an output is none of the files.
    ///
    /// - Parameters:
    ///   - output: the path of the output; `nil` if there is none.
    ///   - option: the option that names the output.
    /// - Throws: ``CommandError`` with status `usage`, naming both files.
    package func check(_ output: String?, of option: String) throws(CommandError) {
        guard let output, let name = name(of: output) else { return }
        throw CommandError(
            .usage,
            "\(option) \(output) would overwrite \(name), which the command reads: give another "
                + "file")
    }
}

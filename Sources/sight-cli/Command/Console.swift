import Foundation

/// Standard output, which gets the results, and standard error, which gets all other output.
package enum Console {
    /// Writes a result to standard output.
    ///
    /// - Throws: ``CommandError`` with status `usage` if it cannot be written.
    static func output(_ text: String) throws(CommandError) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            throw CommandError(
                .usage, "standard output cannot be written: \(OutputFile.reason(error))",
                cause: error)
        }
    }

    /// Writes the end of the output, which `print` may have kept in memory.
    ///
    /// - Throws: ``CommandError`` with status `usage` if it cannot be written.
    static func finish() throws(CommandError) {
        guard fflush(nil) != 0 else { return }
        throw CommandError(
            .usage, "standard output cannot be written: \(String(cString: strerror(errno)))")
    }

    /// Writes text to standard error as it is; a failure can be reported nowhere else.
    static func note(_ text: String) {
        // `write(_:)` of FileHandle ends the program if it fails.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    /// Writes `sight: ` and a message as one line, even if the message has newlines.
    static func complain(_ message: String) { note(line(message)) }

    /// Writes a line that is not an error.
    static func remark(_ message: String) { note("\(printable(message))\n") }

    /// Returns the line that ``complain(_:)`` writes.
    package static func line(_ message: String) -> String {
        "sight: \(printable(message))\n"
    }

    /// Returns the lines of a text, each made ``printable(_:)``.
    package static func lines(_ text: String) -> String {
        text.split(separator: "\n").map { printable(String($0)) }.joined(separator: "\n")
    }

    /// Replaces control characters in a text by spaces, so that a file's name or a model's text can
    /// neither add lines nor control the terminal.
    package static func printable(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(scalars)
    }
}

import Foundation

/// Standard error, which gets all output that is not a result.
package enum Console {
    /// Writes `sight: ` and a message as one line, even if the message has newlines.
    static func complain(_ message: String) {
        FileHandle.standardError.write(Data(line(message).utf8))
    }

    /// Writes a line that is not an error.
    static func remark(_ message: String) {
        FileHandle.standardError.write(Data("\(printable(message))\n".utf8))
    }

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

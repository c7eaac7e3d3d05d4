import Foundation

/// Standard error, where everything goes that is not a result.
package enum Console {
    /// Writes `sight: ` and a message as one line, whatever the message holds.
    static func complain(_ message: String) {
        FileHandle.standardError.write(Data(line(message).utf8))
    }

    /// The line that ``complain(_:)`` writes: control characters become spaces, so that a file's
    /// name or a model's text can neither add lines nor steer the terminal.
    package static func line(_ message: String) -> String {
        let text = String(
            String.UnicodeScalarView(
                message.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
        )
        return "sight: \(text)\n"
    }
}

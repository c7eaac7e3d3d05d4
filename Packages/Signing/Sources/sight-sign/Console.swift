import Foundation

/// Standard error, which gets everything but the results.
enum Console {
    /// Writes `sight-sign: ` and a message as one line.
    ///
    /// Control characters become spaces, so that a file's name can neither add lines nor control
    /// the terminal.
    static func complain(_ message: String) {
        var line = String.UnicodeScalarView()
        for scalar in "sight-sign: \(message)".unicodeScalars {
            line.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        // A failure can be reported nowhere else.
        try? FileHandle.standardError.write(contentsOf: Data("\(String(line))\n".utf8))
    }
}

import ArgumentParser
import Foundation

/// The end of the program: its last output and its exit status, which are like those of `sight`.
struct ProgramEnd {
    /// The exit status for the shell: 0, 1 for a failure, 2 for wrong usage.
    let status: Int32
    /// The text for standard output, such as the requested help.
    var output = ""
    /// The line for standard error; empty if there is none.
    var complaint = ""

    /// The end for an error.
    ///
    /// The parser also reports a request for the help or the version as an error.
    init(for error: any Error) {
        if let code = error as? ExitCode {
            status = code.rawValue
        } else if SightSign.exitCode(for: error) == .success {
            status = 0
            output = SightSign.fullMessage(for: error)
        } else if SightSign.exitCode(for: error) == .validationFailure {
            status = 2
            complaint = Self.usageComplaint(error)
        } else {
            status = 1
            complaint = SightSign.message(for: error)
        }
    }

    /// Returns the parser's message and its reference to the help, in one line.
    private static func usageComplaint(_ error: any Error) -> String {
        let pointer = SightSign.fullMessage(for: error).split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .last { $0.hasPrefix("See '") }
        let message = SightSign.message(for: error)
        return pointer.map { "\(message). \($0)" } ?? message
    }

    /// Prints the texts and exits.
    func exit() -> Never {
        if !output.isEmpty { print(output) }
        if !complaint.isEmpty { Console.complain(complaint) }
        Foundation.exit(status)
    }
}

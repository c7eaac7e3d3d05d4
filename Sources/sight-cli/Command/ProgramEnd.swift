import ArgumentParser
import Foundation

/// The end of the program: its last output and its exit status.
package struct ProgramEnd: Equatable, Sendable {
    /// The exit status for the shell.
    package let status: Int32
    /// The text for standard output, such as the requested help.
    package let output: String
    /// The line for standard error; empty if there is none.
    package let complaint: String

    /// The end for an error.
    ///
    /// The parser also reports a request for the help or the version as an error.
    package init(for error: any Error) {
        if let error = error as? CommandError {
            self.init(status: error.status.rawValue, complaint: error.message)
        } else if let code = error as? ExitCode {
            self.init(status: code.rawValue)
        } else if SightCommand.exitCode(for: error) == .success {
            self.init(
                status: ExitStatus.done.rawValue, output: SightCommand.fullMessage(for: error))
        } else if SightCommand.exitCode(for: error) == .validationFailure {
            self.init(
                status: ExitStatus.usage.rawValue, complaint: Self.usageComplaint(error))
        } else {
            self.init(
                status: ExitStatus.someInputsFailed.rawValue,
                complaint: SightCommand.message(for: error))
        }
    }

    private init(status: Int32, output: String = "", complaint: String = "") {
        self.status = status
        self.output = output
        self.complaint = complaint
    }

    /// Returns the parser's message and its reference to the help, in one line.
    private static func usageComplaint(_ error: any Error) -> String {
        let pointer = SightCommand.fullMessage(for: error).split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .last { $0.hasPrefix("See '") }
        let message = SightCommand.message(for: error)
        let end = message.hasSuffix(".") ? "" : "."
        return pointer.map { "\(message)\(end) \($0)" } ?? message
    }

    /// Prints the texts and exits; output that cannot be written is an error, too.
    func exit() -> Never {
        var end = self
        if !output.isEmpty {
            do throws(CommandError) { try Console.output(output + "\n") } catch {
                end = ProgramEnd(for: error)
            }
        }
        if !end.complaint.isEmpty { Console.complain(end.complaint) }
        Foundation.exit(end.status)
    }
}

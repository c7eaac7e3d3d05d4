package import SightModelFile

/// Why a command stops: one line for the user and the status for the shell.
///
/// Any command may throw it; `SightCommand` prints `sight: ` and the message on standard error and
/// exits with the status. The message names the file and the value, and has no newline.
package struct CommandError: Error, Sendable, CustomStringConvertible {
    /// The exit status.
    package let status: ExitStatus
    /// What happened, with the file and the bad value.
    package let message: String
    /// The failure below this one, if any.
    package let cause: (any Error)?

    /// Makes an error.
    package init(_ status: ExitStatus, _ message: String, cause: (any Error)? = nil) {
        self.status = status
        self.message = message
        self.cause = cause
    }

    /// A failure of the engine, with the model's file in front; what cannot be read is named by
    /// the engine itself.
    package init(_ error: ModelError, model path: String) {
        let isNamed = error.code == .unreadable
        self.init(
            .modelUnusable, isNamed ? error.message : "\(path): \(error.message)", cause: error)
    }

    /// The message.
    package var description: String { message }
}

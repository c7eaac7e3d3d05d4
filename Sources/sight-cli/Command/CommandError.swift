@_exported public import SightErrors
package import SightModelFile

/// The error that ends a command: one line for the user, and the status for the shell.
///
/// Any command may throw it; `SightCommand` prints `sight: ` and the message on standard error and
/// exits with the status. The message names the file and the value, and has no newline.
package typealias CommandError = SightError<ExitStatus>

extension CommandError {
    /// The exit status.
    package var status: ExitStatus { code }

    /// Wraps an error of the engine, with the model's path in front of the message.
    package init(_ error: ModelError, model path: String) {
        self.init(.modelUnusable, "\(path): \(error.message)", cause: error)
    }
}

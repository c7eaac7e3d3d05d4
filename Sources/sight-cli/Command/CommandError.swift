@_exported public import SightErrors
package import SightModelFile

/// Why a command stops: one line for the user and the status for the shell.
///
/// Any command may throw it; `SightCommand` prints `sight: ` and the message on standard error and
/// exits with the status. The message names the file and the value, and has no newline.
package typealias CommandError = SightError<ExitStatus>

extension CommandError {
    /// The exit status.
    package var status: ExitStatus { code }

    /// A failure of the engine, with the model's file in front; what cannot be read is named by
    /// the engine itself.
    package init(_ error: ModelError, model path: String) {
        let isNamed = error.code == .unreadable
        self.init(
            .modelUnusable, isNamed ? error.message : "\(path): \(error.message)", cause: error)
    }
}

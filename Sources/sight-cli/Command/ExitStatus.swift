/// What the shell is told: the exit statuses that `sight --help` documents.
package enum ExitStatus: Int32, SightErrorKind {
    /// Everything asked for is done.
    case done = 0
    /// Some inputs failed; the others are done.
    case someInputsFailed = 1
    /// The arguments make no sense, or an output cannot be written.
    case usage = 2
    /// The model cannot be read, has operators that are missing here, or is of the wrong kind.
    case modelUnusable = 3
}

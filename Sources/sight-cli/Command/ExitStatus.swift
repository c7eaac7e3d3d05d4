/// The exit statuses that `sight --help` documents.
package enum ExitStatus: Int32, SightErrorKind {
    /// Everything was done.
    case done = 0
    /// Some inputs failed; the others were processed.
    case someInputsFailed = 1
    /// The arguments are wrong, or an output cannot be written.
    case usage = 2
    /// The model cannot be read, has unsupported operators, or is of the wrong kind.
    case modelUnusable = 3
}

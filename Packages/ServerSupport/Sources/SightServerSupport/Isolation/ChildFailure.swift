/// The reason why a child process gave no answer.
public enum ChildFailure: Error, Equatable, CustomStringConvertible {
    /// The program cannot be started.
    case unstartable(String)
    /// A signal ended the child: it crashed or reached a limit of the system.
    case signal(Int32)
    /// The child ended with a status before its answer was complete.
    case status(Int32)
    /// The answer was not complete by the deadline, and the child was killed.
    case late(seconds: Double)
    /// The answer was too long, and the child was killed.
    case tooLong(limit: Int)
    /// The answer has the wrong form.
    case senseless

    /// The failure, as the end of a sentence about the child.
    public var description: String {
        switch self {
        case .unstartable(let reason): "the program cannot be started: \(reason)"
        case .signal(let number): "it ends the program that tries it, with the signal \(number)"
        case .status(let number): "it ends the program that tries it, with the status \(number)"
        case .late(let seconds): "it takes more than \(seconds) s"
        case .tooLong(let limit): "its answer has more than \(limit) bytes"
        case .senseless: "its answer makes no sense"
        }
    }
}

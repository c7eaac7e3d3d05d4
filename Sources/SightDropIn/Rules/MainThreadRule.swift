import Dispatch
import Foundation

/// What happens when a call that blocks, such as `results(in:)`, is made on the main thread.
///
/// ML Kit raises an exception that Swift cannot catch.
public enum MainThreadRule: Sendable {
    /// The program stops, as with ML Kit. The rule of debug builds.
    case trap
    /// The call throws an error with ``SightErrorCode/mainThread``. The rule of release builds.
    case fail
    /// The call works: for programs without a user interface.
    case allow

    private static let lock = NSLock()
    #if DEBUG
        nonisolated(unsafe) private static var rule = MainThreadRule.trap
    #else
        nonisolated(unsafe) private static var rule = MainThreadRule.fail
    #endif

    /// The rule in force.
    public static var current: MainThreadRule {
        get { lock.withLock { rule } }
        set { lock.withLock { rule = newValue } }
    }

    /// Applies the rule to a call.
    package static func check(_ call: String) throws(DropInError) {
        guard Thread.isMainThread || isOnMainQueue else { return }
        let message =
            "\(call) must not be called on the main thread: it blocks. "
            + "Call it on another queue or use process(_:completion:)."
        switch current {
        case .trap: preconditionFailure(message)
        case .fail: throw DropInError(.mainThread, message)
        case .allow: return
        }
    }

    /// Whether this is work of the main queue, which runs on any thread when the main thread waits
    /// in `dispatchMain()`, as in programs with an asynchronous entry point on Linux.
    package static var isOnMainQueue: Bool {
        _ = mark
        return DispatchQueue.getSpecific(key: key) != nil
    }

    private static let key = DispatchSpecificKey<Void>()
    private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: ())
}

import Dispatch
import Foundation
import SightConcurrency

/// The rule for a call that blocks, such as `results(in:)`, on the main thread.
///
/// ML Kit raises an exception that Swift cannot catch.
public enum MainThreadRule: Sendable {
    /// The program stops, as with ML Kit. This is the rule of debug builds.
    case trap
    /// The call throws an error with ``SightErrorCode/mainThread``. This is the rule of release
    /// builds.
    case fail
    /// The call is allowed, for programs without a user interface.
    case allow

    #if DEBUG
        private static let chosen = Guarded(MainThreadRule.trap)
    #else
        private static let chosen = Guarded(MainThreadRule.fail)
    #endif

    /// The rule in force.
    public static var current: MainThreadRule {
        get { chosen.current }
        set { chosen.current = newValue }
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

    /// Whether the caller runs on the main queue.
    ///
    /// The main queue's work runs on any thread while the main thread waits in `dispatchMain()`, as
    /// in programs with an asynchronous entry point on Linux.
    package static var isOnMainQueue: Bool {
        _ = mark
        return DispatchQueue.getSpecific(key: key) != nil
    }

    private static let key = DispatchSpecificKey<Void>()
    private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: ())
}

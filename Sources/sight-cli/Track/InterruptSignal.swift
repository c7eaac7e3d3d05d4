import Dispatch
import Foundation
import SightConcurrency

/// Handles Ctrl-C and similar signals: the first stops the work in order, the second the process.
final class InterruptSignal {
    private let flag = InterruptFlag()
    private let sources: [any DispatchSourceSignal]

    /// Handles the signals that request a stop.
    init() {
        let flag = flag
        // `nohup` starts a command with SIGHUP ignored, so that it outlives its terminal.
        let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
        let ignoresHangup = unsafeBitCast(signal(SIGHUP, SIG_IGN), to: Int.self) == ignored
        sources = (ignoresHangup ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]).map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(
                signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler {
                signal(number, SIG_DFL)
                flag.raise()
            }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }

    /// Whether a stop was requested.
    var isRaised: Bool { flag.isRaised }

    /// Calls a closure once when a stop is requested, or immediately if that has happened already.
    func whenRaised(_ body: @escaping @Sendable () -> Void) { flag.whenRaised(body) }
}

/// Whether a stop was requested, and the closure to call then.
private final class InterruptFlag: Sendable {
    private struct State {
        var isRaised = false
        var bodies: [@Sendable () -> Void] = []
    }

    private let state = Guarded(State())

    var isRaised: Bool { state.withLock { $0.isRaised } }

    func raise() {
        let bodies = state.withLock { state in
            state.isRaised = true
            defer { state.bodies = [] }
            return state.bodies
        }
        for body in bodies { body() }
    }

    func whenRaised(_ body: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isRaised { state.bodies.append(body) }
            return state.isRaised
        }
        if isLate { body() }
    }
}

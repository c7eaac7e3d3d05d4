import Dispatch
import Foundation
import SightConcurrency

/// Ctrl-C and the like: the first ends the work in order, the second ends the process.
final class InterruptSignal {
    private let flag = InterruptFlag()
    private let sources: [any DispatchSourceSignal]

    /// Takes over the signals that ask to stop.
    init() {
        let flag = flag
        sources = [SIGINT, SIGTERM].map { number in
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

    /// Whether somebody asked to stop.
    var isRaised: Bool { flag.isRaised }

    /// Calls a body once when somebody asks to stop; at once if that has happened.
    func whenRaised(_ body: @escaping @Sendable () -> Void) { flag.whenRaised(body) }
}

/// Whether to stop, and whom to tell.
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

import Dispatch
import Foundation

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
private final class InterruptFlag: @unchecked Sendable {  // state under a lock
    private let lock = NSLock()
    private var raised = false
    private var bodies: [@Sendable () -> Void] = []

    var isRaised: Bool { lock.withLock { raised } }

    func raise() {
        let bodies = lock.withLock {
            raised = true
            defer { self.bodies = [] }
            return self.bodies
        }
        for body in bodies { body() }
    }

    func whenRaised(_ body: @escaping @Sendable () -> Void) {
        let isLate = lock.withLock {
            if !raised { bodies.append(body) }
            return raised
        }
        if isLate { body() }
    }
}

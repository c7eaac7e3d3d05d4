import Foundation
import Synchronization

/// A SIGTERM or SIGHUP that arrives before the services of the process run.
///
/// Its default action would end the process with a failure, although nothing has failed. From
/// their start on, the services handle the signals themselves.
package enum EarlySignal {
    private static let arrived = Atomic(false)

    /// Whether a signal has arrived, so that the shutdown begins as soon as the services run.
    static var hasArrived: Bool { arrived.load(ordering: .acquiring) }

    /// Whether the process outlives its terminal, as a program that `nohup` starts.
    static var isHangUpIgnored: Bool {
        var action = sigaction()
        sigaction(SIGHUP, nil, &action)
        #if canImport(Darwin)
            let handler = unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        #else
            let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        #endif
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Notes the signals instead of ending the process, until the services handle them.
    ///
    /// A second signal ends the process, whose start may hang.
    package static func note() {
        // The first use makes the variable, which is too much for the handler of a signal.
        arrived.store(false, ordering: .releasing)
        note(SIGTERM)
        if !isHangUpIgnored { note(SIGHUP) }
    }

    private static func note(_ number: Int32) {
        signal(number) { number in
            EarlySignal.arrived.store(true, ordering: .releasing)
            signal(number, SIG_DFL)
        }
    }
}

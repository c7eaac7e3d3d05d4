import Foundation
import Synchronization

/// A SIGTERM that arrives before the services of the process run.
///
/// Its default action would end the process with a failure, although nothing has failed. From
/// their start on, the services handle the signal themselves.
package enum EarlySignal {
    private static let arrived = Atomic(false)

    /// Whether the signal has arrived, so that the shutdown begins as soon as the services run.
    static var hasArrived: Bool { arrived.load(ordering: .acquiring) }

    /// Notes the signal instead of ending the process, until the services handle it.
    ///
    /// A second signal ends the process, whose start may hang.
    package static func note() {
        // The first use makes the variable, which is too much for the handler of a signal.
        arrived.store(false, ordering: .releasing)
        signal(SIGTERM) { _ in
            EarlySignal.arrived.store(true, ordering: .releasing)
            signal(SIGTERM, SIG_DFL)
        }
    }
}

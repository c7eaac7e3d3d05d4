import SightConcurrency
package import SightModels

/// The events of background downloads, and the moment at which the app tells the system that it has
/// handled them.
///
/// The system may suspend the app from then on. So the app waits until the installations have their
/// files and are over, or wait for the next download.
package final class BackgroundEvents: Sendable {
    private struct State: Sendable {
        /// The number of events that are being handled.
        var running = 0
        /// Whether the system has reported all events and waits until they are handled.
        var hasReportedAll = false

        /// Whether to tell the system that all events are handled; `true` once.
        mutating func takeFinish() -> Bool {
            guard hasReportedAll, running == 0 else { return false }
            hasReportedAll = false
            return true
        }
    }

    /// The number of seconds for which an installation is awaited at most, because the system
    /// allows an app about 30.
    package static let patience = 25.0

    private let state = Guarded(State())
    private let patience: Double
    private let finish: @Sendable () -> Void

    /// Makes the events of a session.
    ///
    /// - Parameters:
    ///   - patience: the number of seconds for which an installation is awaited at most.
    ///   - finish: tells the system that all events are handled.
    package init(
        patience: Double = BackgroundEvents.patience, finish: @escaping @Sendable () -> Void
    ) {
        self.patience = patience
        self.finish = finish
    }

    /// Notes that the system has reported all events.
    package func allAreReported() { change { $0.hasReportedAll = true } }

    /// Handles an event; the system is told only after that.
    ///
    /// - Parameters:
    ///   - installation: the installation that gets the event, and whose end is awaited, too; `nil`
    ///     if there is none.
    ///   - body: passes the event on.
    package func handle(
        for installation: RunningInstallation?, _ body: @escaping @Sendable () async -> Void
    ) {
        let count = installation?.downloadCount ?? 0
        state.withLock { $0.running += 1 }
        let isRunning = Guarded(true)
        let end: @Sendable () -> Void = { [self] in
            let isFirst = isRunning.withLock { isRunning in
                defer { isRunning = false }
                return isRunning
            }
            if isFirst { change { $0.running -= 1 } }
        }
        let limit = Task { [patience] in
            // A cancellation means that the event is handled.
            if (try? await Task.sleep(seconds: patience)) != nil { end() }
        }
        Task {
            await body()
            await installation?.settle(after: count)
            limit.cancel()
            end()
        }
    }

    /// Changes the state, and tells the system if all events are handled then.
    private func change(_ body: (inout State) -> Void) {
        let isDone = state.withLock { state in
            body(&state)
            return state.takeFinish()
        }
        if isDone { finish() }
    }
}

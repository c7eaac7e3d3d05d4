import SightConcurrency

/// One installation for which any number of callers wait.
///
/// A caller that is cancelled stops waiting at once; the installation is cancelled after the last
/// one.
final class SharedInstallation: Sendable {
    typealias Outcome = Result<InstalledModel, ModelDeliveryError>
    typealias Observer = @Sendable (DownloadProgress) -> Void

    private struct Waiter: Sendable {
        let observe: Observer
        var continuation: CheckedContinuation<Outcome, Never>?
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
        var latest: DownloadProgress?
        var outcome: Outcome?
        var isAbandoned = false
        var task: Task<Void, Never>?
    }

    private let state = Guarded(State())

    /// Starts the work; `finished` is called before any caller receives the outcome.
    func start(
        _ work: @escaping @Sendable () async -> Outcome, finished: @escaping @Sendable () -> Void
    ) {
        let task = Task { [self] in
            let outcome = await work()
            finished()
            conclude(outcome)
        }
        let isAbandoned = state.withLock { state in
            state.task = task
            return state.isAbandoned
        }
        if isAbandoned { task.cancel() }
    }

    /// Reports the progress to all callers.
    func report(_ progress: DownloadProgress) {
        let observers = state.withLock { state in
            state.latest = progress
            return state.waiters.values.map(\.observe)
        }
        for observe in observers { observe(progress) }
    }

    /// Adds a caller; `nil` if all callers were cancelled and the work is ending.
    func join(_ observe: @escaping Observer) -> Int? {
        let (ticket, latest) = state.withLock { state -> (Int?, DownloadProgress?) in
            guard !state.isAbandoned else { return (nil, nil) }
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = Waiter(observe: observe)
            return (state.nextWaiter, state.latest)
        }
        if ticket != nil, let latest { observe(latest) }
        return ticket
    }

    /// Waits for the outcome.
    func wait(_ ticket: Int) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Outcome? in
                    if let outcome = state.outcome { return outcome }
                    guard state.waiters[ticket] != nil else { return .failure(.cancelled) }
                    state.waiters[ticket]?.continuation = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            leave(ticket)
        }
    }

    private func leave(_ ticket: Int) {
        let (waiter, abandoned) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
            guard state.outcome == nil else { return (nil, nil) }
            let waiter = state.waiters.removeValue(forKey: ticket)
            if state.waiters.isEmpty { state.isAbandoned = true }
            return (waiter, state.isAbandoned ? state.task : nil)
        }
        abandoned?.cancel()
        waiter?.continuation?.resume(returning: .failure(.cancelled))
    }

    private func conclude(_ outcome: Outcome) {
        let continuations = state.withLock { state in
            state.outcome = outcome
            defer { state.waiters = [:] }
            return state.waiters.values.compactMap(\.continuation)
        }
        for continuation in continuations { continuation.resume(returning: outcome) }
    }
}

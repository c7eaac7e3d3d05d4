import Foundation

/// One installation that any number of callers wait for.
///
/// A caller that is cancelled leaves at once; the work ends when the last one has left.
final class SharedInstallation: @unchecked Sendable {  // state under a lock
    typealias Outcome = Result<InstalledModel, ModelDeliveryError>
    typealias Observer = @Sendable (DownloadProgress) -> Void

    private struct Waiter {
        let observe: Observer
        var continuation: CheckedContinuation<Outcome, Never>?
    }

    private let lock = NSLock()
    private var waiters: [Int: Waiter] = [:]
    private var nextWaiter = 0
    private var latest: DownloadProgress?
    private var outcome: Outcome?
    private var isAbandoned = false
    private var task: Task<Void, Never>?

    /// Starts the work; `finished` is called before anyone learns the outcome.
    func start(
        _ work: @escaping @Sendable () async -> Outcome, finished: @escaping @Sendable () -> Void
    ) {
        let task = Task { [self] in
            let outcome = await work()
            finished()
            conclude(outcome)
        }
        let isAbandoned = lock.withLock {
            self.task = task
            return self.isAbandoned
        }
        if isAbandoned { task.cancel() }
    }

    /// Tells all callers how far the work is.
    func report(_ progress: DownloadProgress) {
        let observers = lock.withLock {
            latest = progress
            return waiters.values.map(\.observe)
        }
        for observe in observers { observe(progress) }
    }

    /// Joins; `nil` when everyone has left already and the work is ending.
    func join(_ observe: @escaping Observer) -> Int? {
        let (ticket, latest) = lock.withLock { () -> (Int?, DownloadProgress?) in
            guard !isAbandoned else { return (nil, nil) }
            nextWaiter += 1
            waiters[nextWaiter] = Waiter(observe: observe)
            return (nextWaiter, self.latest)
        }
        if ticket != nil, let latest { observe(latest) }
        return ticket
    }

    /// Waits for the outcome.
    func wait(_ ticket: Int) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = lock.withLock { () -> Outcome? in
                    if let outcome { return outcome }
                    guard waiters[ticket] != nil else { return .failure(.cancelled) }
                    waiters[ticket]?.continuation = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            leave(ticket)
        }
    }

    private func leave(_ ticket: Int) {
        let (waiter, abandoned) = lock.withLock { () -> (Waiter?, Task<Void, Never>?) in
            guard outcome == nil else { return (nil, nil) }
            let waiter = waiters.removeValue(forKey: ticket)
            if waiters.isEmpty { isAbandoned = true }
            return (waiter, isAbandoned ? task : nil)
        }
        abandoned?.cancel()
        waiter?.continuation?.resume(returning: .failure(.cancelled))
    }

    private func conclude(_ outcome: Outcome) {
        let continuations = lock.withLock {
            self.outcome = outcome
            defer { waiters = [:] }
            return waiters.values.compactMap(\.continuation)
        }
        for continuation in continuations { continuation.resume(returning: outcome) }
    }
}

import SightConcurrency
import SightModels

/// A piece of work for whose result any number of callers wait.
///
/// A caller that is cancelled stops waiting at once. The work goes on: other callers may wait for
/// it, and its result is stored for later ones.
final class SharedWork<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, ModelDeliveryError>

    private struct State: Sendable {
        var outcome: Outcome?
        var lastTicket = 0
        var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
        /// The callers that were cancelled before they had begun to wait.
        var cancelled: Set<Int> = []
    }

    private let state = Guarded(State())

    /// Starts the work.
    init(_ work: @escaping @Sendable () async -> Outcome) {
        Task { [self] in conclude(await work()) }
    }

    /// Waits for the result.
    ///
    /// - Throws: the error of the work; `ModelDeliveryError` with code `cancelled` when the task is
    ///   cancelled.
    func wait() async throws(ModelDeliveryError) -> Value {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Outcome? in
                    if state.cancelled.remove(ticket) != nil { return .failure(.cancelled) }
                    if let outcome = state.outcome { return outcome }
                    state.waiters[ticket] = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            leave(ticket)
        }
        return try outcome.get()
    }

    private func leave(_ ticket: Int) {
        let waiter = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: ticket)
            if waiter == nil, state.outcome == nil { state.cancelled.insert(ticket) }
            return waiter
        }
        waiter?.resume(returning: .failure(.cancelled))
    }

    private func conclude(_ outcome: Outcome) {
        let waiters = state.withLock { state in
            state.outcome = outcome
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }
}

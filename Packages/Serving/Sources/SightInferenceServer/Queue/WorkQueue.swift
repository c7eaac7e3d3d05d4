import Foundation
import SightServerSupport

/// A bounded queue of work for a few workers, each with a resource of its own.
///
/// A worker is a thread, so computing never blocks the threads that serve connections. If the queue
/// is full, or holds a peer's share of its work, work is refused immediately. Cancelled work is
/// removed from the queue; if it runs already, nobody waits for it any more and its result is
/// dropped, but its worker stays busy until it ends. Every access to the fields takes the
/// condition's lock, and a resource belongs to one thread.
package final class WorkQueue<Resource>: @unchecked Sendable {  // under `condition`
    private final class Job {
        let ticket: WorkTicket
        let queued = ContinuousClock.now
        /// Does the work, and returns the function that hands over its result.
        let run: (Resource, _ waited: Duration) -> () -> Void
        let fail: (ServeError) -> Void

        init(
            _ ticket: WorkTicket, run: @escaping (Resource, Duration) -> () -> Void,
            fail: @escaping (ServeError) -> Void
        ) {
            self.ticket = ticket
            self.run = run
            self.fail = fail
        }
    }

    /// The result of a piece of work and how long it took.
    package struct Outcome<Value: Sendable>: Sendable {
        /// The result of the work.
        package let value: Value
        /// The time in the queue.
        package let waited: Duration
        /// The time on the worker.
        package let worked: Duration
    }

    private let name: String
    private let capacity: Int
    private let peerCapacity: Int
    private let workers: Int
    private let condition = NSCondition()
    private var pending: [Job] = []
    /// The work on the workers for which somebody waits.
    private var running: [Job] = []
    private var isClosed = false
    /// The moving average of the time of a piece of work, in seconds.
    private var typicalSeconds = 0.0

    /// Starts a worker for each resource.
    ///
    /// - Parameters:
    ///   - name: the name in messages and of the threads.
    ///   - resources: the resource of each worker.
    ///   - capacity: the limit of waiting pieces of work.
    ///   - peerCapacity: the limit of waiting pieces of work of one peer; `nil` uses half of
    ///     `capacity`.
    package init(name: String, resources: [Resource], capacity: Int, peerCapacity: Int? = nil) {
        self.name = name
        self.capacity = max(1, capacity)
        self.peerCapacity = max(1, peerCapacity ?? capacity / 2)
        workers = max(1, resources.count)
        for resource in resources {
            nonisolated(unsafe) let resource = resource  // moves to its thread
            let thread = Thread { [self] in work(with: resource) }
            thread.name = name
            thread.stackSize = 4 << 20
            thread.start()
        }
    }

    /// The number of waiting pieces of work.
    package var depth: Int { condition.withLock { pending.count } }

    /// Runs a body for a peer on a worker; ends early when the task is cancelled.
    ///
    /// - Parameters:
    ///   - peer: the client that waits.
    ///   - held: the bytes that the body reads, which count until the body has ended.
    ///   - body: the work; `isCancelled` says whether nobody waits any more.
    /// - Returns: the result of the body, and how long it took.
    /// - Throws: the errors of the body; ``ServeError`` `overloaded` if the queue or the peer's
    ///   share of it is full, `cancelled`, and `unavailable` after ``close()``.
    package func run<Value: Sendable>(
        for peer: PeerAddress, holding held: HeldBytes? = nil,
        _ body: @escaping @Sendable (Resource, _ isCancelled: @escaping () -> Bool) throws -> Value
    ) async throws -> Outcome<Value> {
        let ticket = WorkTicket(peer, holding: held)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let refusal = submit(ticket, body) { continuation.resume(with: $0) }
                if let refusal { continuation.resume(throwing: refusal) }
            }
        } onCancel: {
            ticket.cancel()
        }
    }

    /// Queues a body for a worker, which then calls `done` with the result; if the ticket is
    /// cancelled before the body ends, the cancelling thread calls `done` instead.
    ///
    /// - Returns: the reason if the work is refused, in which case `done` is never called.
    func submit<Value: Sendable>(
        _ ticket: WorkTicket,
        _ body: @escaping @Sendable (Resource, _ isCancelled: @escaping () -> Bool) throws -> Value,
        then done: @escaping @Sendable (Result<Outcome<Value>, any Error>) -> Void
    ) -> ServeError? {
        ticket.onCancel { [self] in leave($0) }
        return enqueue(
            Job(
                ticket,
                run: { resource, waited in
                    let start = ContinuousClock.now
                    let result: Result<Outcome<Value>, any Error> = Result {
                        let value = try body(resource) { ticket.isCancelled }
                        return Outcome(
                            value: value, waited: waited, worked: ContinuousClock.now - start)
                    }
                    return { done(result) }
                },
                fail: { done(.failure($0)) }))
    }

    /// Refuses further work; the workers finish the waiting work and then end.
    package func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }

    private func enqueue(_ job: Job) -> ServeError? {
        condition.withLock {
            if isClosed { return ServeError(.unavailable, "\(name) is going away", retryAfter: 1) }
            if job.ticket.isCancelled { return Self.cancelled }
            guard pending.count < capacity else { return full("") }
            if pending.count >= peerCapacity {
                let own = pending.count { $0.ticket.peer == job.ticket.peer }
                guard own < peerCapacity else { return full(" of this client") }
            }
            pending.append(job)
            condition.signal()
            return nil
        }
    }

    /// Makes the error for work that is refused; the caller has the lock.
    private func full(_ owner: String) -> ServeError {
        let seconds = typicalSeconds * Double(pending.count) / Double(workers)
        return ServeError(
            .overloaded, "too many requests\(owner) wait for \(name) already",
            retryAfter: max(1, Int(min(seconds, 60).rounded(.up))))
    }

    private func leave(_ ticket: WorkTicket) {
        let job: Job? = condition.withLock {
            Self.take(ticket, from: &pending) ?? Self.take(ticket, from: &running)
        }
        job?.fail(Self.cancelled)
    }

    /// Removes the work of a ticket; only the thread that has removed it calls `done`.
    private static func take(_ ticket: WorkTicket, from jobs: inout [Job]) -> Job? {
        jobs.firstIndex { $0.ticket === ticket }.map { jobs.remove(at: $0) }
    }

    private func work(with resource: Resource) {
        while let job = next() {
            let start = ContinuousClock.now
            let finish = job.run(resource, start - job.queued)
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let isAwaited = condition.withLock {
                typicalSeconds =
                    typicalSeconds == 0 ? seconds : typicalSeconds * 0.9 + seconds * 0.1
                return Self.take(job.ticket, from: &running) != nil
            }
            if isAwaited { finish() }
        }
    }

    private func next() -> Job? {
        condition.lock()
        defer { condition.unlock() }
        while pending.isEmpty {
            if isClosed { return nil }
            condition.wait()
        }
        let job = pending.removeFirst()
        running.append(job)
        return job
    }

    private static var cancelled: ServeError { ServeError(.cancelled, "nobody waits any more") }
}

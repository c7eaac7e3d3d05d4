import NIOCore

/// Threads for work that takes long because it reads or writes many bytes: JSON and compression.
///
/// The threads of tasks are as few as the processors, and each call over gRPC needs one. Work of
/// seconds on all of them would hold up every call.
package struct LongWork: Sendable {
    /// The number of bytes up to which work is short, so that it stays where it is.
    private static let shortLength = 1 << 16

    private let queue: WorkQueue<Void>

    /// Starts threads for half of the processors.
    package init(_ settings: ServeSettings) {
        // The answers of clients that have left are made, too, so the queue may be full.
        queue = WorkQueue(
            name: "json", resources: [Void](repeating: (), count: (System.coreCount + 1) / 2),
            capacity: settings.maximumConnections, peerCapacity: settings.maximumConnections)
    }

    /// Does work that reads or writes a number of bytes, and waits for its result.
    ///
    /// - Throws: the errors of the work; ``ServeError`` of kind `cancelled` or `unavailable`.
    package func run<Value: Sendable>(
        _ count: Int, holding held: HeldBytes, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        guard count > Self.shortLength else { return try work() }
        return try await queue.run(for: held.peer, holding: held) { _, _ in try work() }.value
    }

    /// Does work that reads or writes a number of bytes, at some time on another thread.
    func start(_ count: Int, holding held: HeldBytes, _ work: @escaping @Sendable () -> Void) {
        if count > Self.shortLength {
            let ticket = WorkTicket(held.peer, holding: held)
            let refusal = queue.submit(ticket, { _, _ in work() }, then: { _ in })
            // The queue is full, or the service ends.
            if refusal == nil { return }
        }
        Task { work() }
    }

    /// Ends the threads after the work in the queue.
    package func close() { queue.close() }
}

import Foundation
import SightInferenceServer
import SightServerSupport
import Synchronization
import Testing

@Suite struct WorkQueueTests {
    private let peer = PeerAddress("10.0.0.1")

    /// Work that blocks its worker until it is released.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let entered = Atomic(false)

        var isEntered: Bool { entered.load(ordering: .acquiring) }
        func open() { semaphore.signal() }
        func enter() { entered.store(true, ordering: .releasing) }
        func pass() {
            enter()
            semaphore.wait()
        }
    }

    /// Waits until a condition holds, for a minute or a little more.
    private func waitUntil(_ condition: () -> Bool) async throws {
        for _ in 0..<60_000 where !condition() { try await Task.sleep(for: .milliseconds(1)) }
        #expect(condition())
    }

    @Test func everyPieceOfWorkIsDone() async throws {
        let queue = WorkQueue(name: "q", resources: [1, 2, 3], capacity: 1000, peerCapacity: 1000)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<500 {
                group.addTask { try await queue.run(for: peer) { _, _ in number }.value }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 499 * 500 / 2)
        queue.close()
    }

    @Test func aFullQueueRefusesWorkAndSaysWhenToRetry() async throws {
        let queue = WorkQueue(name: "q", resources: [()], capacity: 2, peerCapacity: 2)
        let gate = Gate()
        let running = Task { try await queue.run(for: peer) { _, _ in gate.pass() } }
        try await waitUntil { gate.isEntered }
        let waiting = (0..<2).map { _ in
            Task { try await queue.run(for: peer) { _, _ in gate.pass() } }
        }
        try await waitUntil { queue.depth == 2 }
        let error = await #expect(throws: ServeError.self) {
            try await queue.run(for: peer) { _, _ in () }
        }
        #expect(error?.kind == .overloaded)
        #expect((error?.retryAfter ?? 0) >= 1)
        for _ in 0..<3 { gate.open() }
        for task in [running] + waiting { _ = try await task.value }
        _ = try await queue.run(for: peer) { _, _ in () }
        queue.close()
    }

    /// A client that has filled its share leaves the rest of the queue to others.
    @Test(.timeLimit(.minutes(2)), arguments: [nil, 3]) func onePeerHasItsShareOfTheQueue(
        share: Int?
    ) async throws {
        let queue = WorkQueue(name: "q", resources: [()], capacity: 4, peerCapacity: share)
        let other = PeerAddress("10.0.0.2")
        let gate = Gate()
        let running = Task { try await queue.run(for: peer) { _, _ in gate.pass() } }
        try await waitUntil { gate.isEntered }
        var waiting: [Task<Void, any Error>] = []
        func add(_ peer: PeerAddress) async throws {
            let depth = queue.depth
            waiting.append(Task { _ = try await queue.run(for: peer) { _, _ in () } })
            try await waitUntil { queue.depth == depth + 1 }
        }
        let count = share ?? 2
        for _ in 0..<count { try await add(peer) }
        let error = await #expect(throws: ServeError.self) {
            try await queue.run(for: peer) { _, _ in () }
        }
        #expect(error?.kind == .overloaded && (error?.retryAfter ?? 0) >= 1)
        #expect(error?.message.contains("this client") == true)
        for _ in count..<4 { try await add(other) }
        let full = await #expect(throws: ServeError.self) {
            try await queue.run(for: other) { _, _ in () }
        }
        #expect(full?.kind == .overloaded)
        gate.open()
        _ = try await running.value
        for task in waiting { try await task.value }
        _ = try await queue.run(for: peer) { _, _ in () }
        queue.close()
    }

    /// A queue for one piece of work, half of which is none, takes it.
    @Test func theOnlyPlaceIsTaken() async throws {
        let queue = WorkQueue(name: "q", resources: [()], capacity: 1)
        let peer = peer
        #expect(try await queue.run(for: peer) { _, _ in 1 }.value == 1)
        queue.close()
    }

    @Test(arguments: [
        ("ipv4:10.0.0.1:31415", "10.0.0.1"), ("ipv6:[2001:db8::1]:443", "2001:db8::1"),
        ("ipv6:[::ffff:10.0.0.1]:443", "10.0.0.1"), ("unix:/a:b", ""), ("<unknown>", ""),
    ])
    func peersOfRPCsAreRead(text: String, address: String) {
        #expect(PeerAddress(remotePeer: text) == PeerAddress(address))
    }

    @Test func cancelledWorkLeavesTheQueue() async throws {
        let queue = WorkQueue(name: "q", resources: [()], capacity: 2, peerCapacity: 2)
        let gate = Gate()
        let running = Task { try await queue.run(for: peer) { _, _ in gate.pass() } }
        try await waitUntil { gate.isEntered }
        let waiting = Task { try await queue.run(for: peer) { _, _ in () } }
        try await waitUntil { queue.depth == 1 }
        waiting.cancel()
        let error = await #expect(throws: ServeError.self) { try await waiting.value }
        #expect(error?.kind == .cancelled)
        #expect(queue.depth == 0)
        gate.open()
        _ = try await running.value
        queue.close()
    }

    /// Whoever waits for cancelled work gets the error at once; the work keeps its worker, and its
    /// bytes count, until it ends.
    @Test(.timeLimit(.minutes(2))) func cancelledWorkThatRunsIsNotAwaited() async throws {
        let queue = WorkQueue(name: "q", resources: [()], capacity: 2, peerCapacity: 2)
        let budget = ByteBudget(limit: 100)
        let (gate, cancelled) = (Gate(), Gate())
        func start() throws -> Task<Void, any Error> {
            let held = HeldBytes(budget, peer)
            try held.hold(10)
            return Task {
                _ = try await queue.run(for: peer, holding: held) { _, isCancelled in
                    gate.pass()
                    if isCancelled() { cancelled.enter() }
                }
            }
        }
        let running = try start()
        try await waitUntil { gate.isEntered }
        let next = Task { try await queue.run(for: peer) { _, _ in () } }
        try await waitUntil { queue.depth == 1 }
        running.cancel()
        let error = await #expect(throws: ServeError.self) { try await running.value }
        #expect(error?.kind == .cancelled)
        #expect(queue.depth == 1 && budget.current == 10)
        gate.open()
        _ = try await next.value
        #expect(cancelled.isEntered)
        try await waitUntil { budget.current == 0 }
        queue.close()
    }

    /// A cancellation that meets the end of the work neither loses nor repeats an answer.
    @Test(.timeLimit(.minutes(2))) func eachPieceOfWorkHasOneAnswer() async throws {
        let queue = WorkQueue(name: "q", resources: [1, 2], capacity: 1000, peerCapacity: 1000)
        for _ in 0..<2000 {
            let gate = Gate()
            let task = Task {
                try await queue.run(for: peer) { _, _ in gate.enter() }
            }
            while !gate.isEntered { await Task.yield() }
            task.cancel()
            do { _ = try await task.value } catch let error as ServeError {
                #expect(error.kind == .cancelled)
            }
        }
        queue.close()
    }

    @Test func closingFinishesQueuedWork() async throws {
        let queue = WorkQueue(name: "q", resources: [()], capacity: 8)
        let gate = Gate()
        let tasks = (0..<4).map { number in
            Task {
                try await queue.run(for: peer) { _, _ in
                    gate.pass()
                    return number
                }
            }
        }
        try await waitUntil { queue.depth == 3 }
        queue.close()
        let error = await #expect(throws: ServeError.self) {
            try await queue.run(for: peer) { _, _ in () }
        }
        #expect(error?.kind == .unavailable)
        for _ in 0..<4 { gate.open() }
        for (number, task) in tasks.enumerated() { #expect(try await task.value.value == number) }
    }
}

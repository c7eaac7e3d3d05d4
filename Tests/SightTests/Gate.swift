import Foundation

/// Holds up threads until a test lets them through, in place of work that takes its time.
final class Gate: @unchecked Sendable {  // `isOpen` is only touched under the condition's lock
    private let condition = NSCondition()
    private let visitors = AsyncStream<Void>.makeStream()
    private var passes = 0
    private var isOpen = false

    /// Blocks its thread until ``open()`` or ``stayOpen()``.
    func enter() {
        visitors.continuation.yield()
        condition.lock()
        defer { condition.unlock() }
        while passes == 0 && !isOpen { condition.wait() }
        if !isOpen { passes -= 1 }
    }

    /// Returns when one more thread has come to the gate; for one caller.
    func waitForVisitor() async {
        var iterator = visitors.stream.makeAsyncIterator()
        await iterator.next()
    }

    /// Lets one thread through.
    func open() { change { passes += 1 } }

    /// Lets all threads through, now and later.
    func stayOpen() { change { isOpen = true } }

    private func change(_ body: () -> Void) {
        condition.lock()
        body()
        condition.broadcast()
        condition.unlock()
    }
}

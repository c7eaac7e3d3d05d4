import Foundation
import SightConcurrency

/// Holds up threads until a test lets them through, in place of work that takes its time.
final class Gate: Sendable {
    private let passes = DispatchSemaphore(value: 0)
    private let staysOpen = Guarded(false)
    private let visitors = AsyncStream<Void>.makeStream()

    /// Blocks its thread until ``open()`` or ``stayOpen()``.
    func enter() {
        visitors.continuation.yield()
        passes.wait()
        // A gate that stays open has one pass, which each visitor hands on to the next.
        if staysOpen.current { passes.signal() }
    }

    /// Returns when one more thread has come to the gate; for one caller.
    func waitForVisitor() async {
        var iterator = visitors.stream.makeAsyncIterator()
        await iterator.next()
    }

    /// Lets one thread through.
    func open() { passes.signal() }

    /// Lets all threads through, now and later.
    func stayOpen() {
        staysOpen.current = true
        passes.signal()
    }
}

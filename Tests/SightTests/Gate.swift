import Foundation
import SightConcurrency

/// A gate that blocks threads until a test opens it, as a stand-in for slow work.
final class Gate: Sendable {
    private let passes = DispatchSemaphore(value: 0)
    private let staysOpen = Guarded(false)
    private let visitors = AsyncStream<Void>.makeStream()

    /// Blocks its thread until ``open()`` or ``stayOpen()``.
    func enter() {
        visitors.continuation.yield()
        passes.wait()
        // A gate that stays open has one pass, which each thread passes on to the next.
        if staysOpen.current { passes.signal() }
    }

    /// Waits until one more thread has reached the gate; only one caller may wait.
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

package import Dispatch
import Foundation

/// A short queue between a thread, which may block, and tasks, which must not.
///
/// Both ends can be used by a thread or by any number of tasks, which wait in the order of their
/// calls. Closing the queue wakes all waiting callers; elements that were added before can still be
/// taken.
package final class Handover<Element: Sendable>: Sendable {
    private typealias Taker = CheckedContinuation<Element?, Never>
    private typealias Putter = CheckedContinuation<Bool, Never>

    /// Every continuation is resumed without the lock: the handler of a cancellation takes it while
    /// the runtime holds locks of the task, and resuming a task may need these.
    private let condition = NSCondition()
    private let capacity: Int
    /// Safe: only code that holds the lock of `condition` reads or changes it.
    nonisolated(unsafe) private var state = State()

    private struct State {
        var elements: [Element] = []
        var isClosed = false
        /// The tasks that wait for an element, which only an empty queue has.
        var takers: [(id: Int, continuation: Taker)] = []
        /// The tasks that wait for room, which only a full queue has, and their elements.
        var putters: [(element: Element, continuation: Putter)] = []
        var lastID = 0
    }

    /// Makes an empty queue.
    package init(capacity: Int) { self.capacity = max(1, capacity) }

    /// Waits for room and adds an element; blocks the thread.
    ///
    /// - Returns: whether the queue is still open.
    package func put(_ element: Element) -> Bool {
        condition.lock()
        while state.elements.count >= capacity, !state.isClosed { condition.wait() }
        let (isOpen, taker) = add(element)
        condition.unlock()
        taker?.resume(returning: element)
        return isOpen
    }

    /// Adds an element at once; a full queue that is open drops its oldest element.
    ///
    /// - Returns: whether an element was dropped, and whether the queue is still open.
    package func putNewest(_ element: Element) -> (dropped: Bool, isOpen: Bool) {
        condition.lock()
        let isFull = !state.isClosed && state.elements.count >= capacity
        if isFull { state.elements.removeFirst() }
        let (isOpen, taker) = add(element)
        condition.unlock()
        taker?.resume(returning: element)
        return (isFull, isOpen)
    }

    /// Waits for room and adds an element, without blocking; a cancellation of the task does not
    /// end the wait.
    ///
    /// - Returns: whether the queue is still open.
    package func put(_ element: Element) async -> Bool {
        await withCheckedContinuation { (continuation: Putter) in
            condition.lock()
            guard state.elements.count < capacity || state.isClosed else {
                state.putters.append((element, continuation))
                return condition.unlock()
            }
            let (isOpen, taker) = add(element)
            condition.unlock()
            taker?.resume(returning: element)
            continuation.resume(returning: isOpen)
        }
    }

    /// Waits for an element and blocks the thread; `nil` if the queue is closed and empty.
    package func take() -> Element? {
        condition.lock()
        while state.elements.isEmpty, !state.isClosed { condition.wait() }
        let (element, putter) = removeFirst()
        condition.unlock()
        putter?.resume(returning: true)
        return element
    }

    /// Waits for an element without blocking; `nil` if the queue is closed and empty, or the task
    /// cancelled.
    package func take() async -> Element? {
        let id = nextID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Taker) in
                condition.lock()
                // A later cancellation finds the continuation, because its handler needs the lock.
                let isCancelled = Task.isCancelled
                guard isCancelled || !state.elements.isEmpty || state.isClosed else {
                    state.takers.append((id, continuation))
                    return condition.unlock()
                }
                var (element, putter): (Element?, Putter?) = (nil, nil)
                if !isCancelled { (element, putter) = removeFirst() }
                condition.unlock()
                putter?.resume(returning: true)
                continuation.resume(returning: element)
            }
        } onCancel: {
            condition.lock()
            let index = state.takers.firstIndex { $0.id == id }
            let taker = index.map { state.takers.remove(at: $0) }
            condition.unlock()
            taker?.continuation.resume(returning: nil)
        }
    }

    /// Closes the queue.
    package func close() {
        condition.lock()
        state.isClosed = true
        let (takers, putters) = (state.takers, state.putters)
        (state.takers, state.putters) = ([], [])
        condition.broadcast()
        condition.unlock()
        for taker in takers { taker.continuation.resume(returning: nil) }
        for putter in putters { putter.continuation.resume(returning: false) }
    }

    /// Adds a last element and closes the queue; the tasks that wait for room add theirs before it.
    ///
    /// - Returns: whether the queue was open.
    package func close(after last: Element) -> Bool {
        condition.lock()
        let putters = state.putters
        state.putters = []
        state.elements += putters.map(\.element)
        let (wasOpen, taker) = add(last)
        state.isClosed = true
        condition.unlock()
        taker?.resume(returning: last)
        for putter in putters { putter.continuation.resume(returning: true) }
        close()
        return wasOpen
    }

    /// Blocks the thread until a moment, or until shortly after the queue is closed.
    ///
    /// - Returns: whether the queue is still open.
    package func sleep(until moment: DispatchTime) -> Bool {
        while isOpen {
            let now = DispatchTime.now()
            guard moment > now else { return true }
            let seconds = Double(moment.uptimeNanoseconds - now.uptimeNanoseconds) / 1e9
            // A wait for the condition would end at a time of the wall clock, which may be set.
            Thread.sleep(forTimeInterval: min(seconds, 0.05))
        }
        return false
    }

    /// The number of tasks that wait for room or for an element.
    package var waitingCount: Int {
        condition.lock()
        defer { condition.unlock() }
        return state.takers.count + state.putters.count
    }

    private var isOpen: Bool {
        condition.lock()
        defer { condition.unlock() }
        return !state.isClosed
    }

    /// Returns a number that no earlier call has returned.
    private func nextID() -> Int {
        condition.lock()
        defer { condition.unlock() }
        state.lastID &+= 1
        return state.lastID
    }

    /// Adds an element, unless a task waits for it; call it only under the lock.
    ///
    /// - Returns: whether the queue is open, and the task that must get the element.
    private func add(_ element: Element) -> (isOpen: Bool, taker: Taker?) {
        guard !state.isClosed else { return (false, nil) }
        guard state.takers.isEmpty else {
            return (true, state.takers.removeFirst().continuation)
        }
        state.elements.append(element)
        condition.broadcast()
        return (true, nil)
    }

    /// Removes the oldest element, and adds that of the task that has waited longest for room; call
    /// it only under the lock.
    ///
    /// - Returns: the element, and the task whose element was added and which must be resumed.
    private func removeFirst() -> (element: Element?, putter: Putter?) {
        guard !state.elements.isEmpty else { return (nil, nil) }
        let element = state.elements.removeFirst()
        condition.broadcast()
        guard !state.putters.isEmpty else { return (element, nil) }
        let putter = state.putters.removeFirst()
        state.elements.append(putter.element)
        return (element, putter.continuation)
    }
}

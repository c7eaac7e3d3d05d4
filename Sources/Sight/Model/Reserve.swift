import Foundation
import SightConcurrency

/// Values that no thread uses, for the next threads that need one.
///
/// A burst of work makes more values than later work needs, so the reserve has a limit: values
/// beyond it are released.
package final class Reserve<Value>: Sendable {
    private let limit: Int
    private let lock = NSLock()
    /// Safe: only code that holds the lock reads or changes the array, and a value belongs to one
    /// thread from the moment it is taken out until it is put back.
    nonisolated(unsafe) private var values: [Value] = []

    /// Makes an empty reserve.
    ///
    /// - Parameter limit: the largest number of values; more than the processors can use no work
    ///   faster.
    package init(limit: Int = ProcessorCount.available) {
        self.limit = limit
    }

    /// Takes out a value; `nil` if there is none.
    package func take() -> Value? { lock.withLock { values.popLast() } }

    /// Puts back a value that the caller no longer uses.
    package func putBack(_ value: Value) {
        lock.withLock { if values.count < limit { values.append(value) } }
    }
}

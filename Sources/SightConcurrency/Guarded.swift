import Foundation

/// A value that any thread may read and change, because each access takes a lock.
///
/// Keep the state of a class in one structure and the structure in a `Guarded`: the compiler then
/// checks that the class is `Sendable`, and nothing of the state can be reached without the lock.
/// `Mutex` of the standard library would do the same, but needs macOS 15 and iOS 18.
package final class Guarded<Value: Sendable>: @unchecked Sendable {  // `value` only under the lock
    private let lock = NSLock()
    private var value: Value

    /// Puts a value under a lock.
    package init(_ value: Value) { self.value = value }

    /// A copy of the value; setting replaces the whole value.
    package var current: Value {
        get { withLock { $0 } }
        set { withLock { $0 = newValue } }
    }

    /// Reads or changes the value while no other thread does.
    ///
    /// The body must not use this object again, and must call no code that might.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

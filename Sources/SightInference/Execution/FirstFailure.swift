import Foundation
import SightModelFile

/// The first error of several tasks that run at the same time.
final class FirstFailure: @unchecked Sendable {  // `error` is only touched under the lock
    private let lock = NSLock()
    private var error: ModelError?

    /// Keeps an error unless there is one already.
    func note(_ error: ModelError) {
        lock.withLock { self.error = self.error ?? error }
    }

    /// Throws and forgets the error, if there is one.
    func take() throws(ModelError) {
        let error = lock.withLock {
            defer { self.error = nil }
            return self.error
        }
        if let error { throw error }
    }
}

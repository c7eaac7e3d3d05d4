import SightConcurrency
import SightModelFile

/// The first error of several tasks that run at the same time.
final class FirstFailure: Sendable {
    private let first = Guarded<ModelError?>(nil)

    /// Keeps an error, unless there is one already.
    func note(_ error: ModelError) {
        first.withLock { $0 = $0 ?? error }
    }

    /// Throws the error, if there is one, and removes it.
    func take() throws(ModelError) {
        let error = first.withLock { first in
            defer { first = nil }
            return first
        }
        if let error { throw error }
    }
}

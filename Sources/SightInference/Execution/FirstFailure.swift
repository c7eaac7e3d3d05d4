import SightConcurrency
import SightModelFile

/// The first error of several tasks that run at the same time.
final class FirstFailure: Sendable {
    /// The error is in an object: the runtime takes longer to make the type of a lock around an
    /// optional error than a small layer takes to run.
    private final class Kept: Sendable {
        let error: ModelError

        init(_ error: ModelError) { self.error = error }
    }

    private let first = Guarded<Kept?>(nil)

    /// Keeps an error, unless there is one already.
    func note(_ error: ModelError) {
        first.withLock { $0 = $0 ?? Kept(error) }
    }

    /// Throws the error, if there is one, and removes it.
    func take() throws(ModelError) {
        let kept = first.withLock { first in
            defer { first = nil }
            return first
        }
        if let kept { throw kept.error }
    }
}

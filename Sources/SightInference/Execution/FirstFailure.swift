import SightConcurrency
import SightModelFile

/// The first error of several tasks that run at the same time.
final class FirstFailure: Sendable {
    /// An object that holds the error.
    ///
    /// Without it, Swift's runtime makes the type of a lock around an optional structure in the
    /// first run, which takes longer than a small layer.
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

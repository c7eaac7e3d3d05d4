import Dispatch
import SightConcurrency

/// Stops the waits of a reader, from any thread.
public final class VideoInterruption: Sendable {
    private let isSet = Guarded(false)
    private let deadline = Guarded<DispatchTime?>(nil)

    /// Creates an interruption for one reader.
    public init() {}

    /// Stops the current wait of the reader, and every later one.
    public func interrupt() { isSet.current = true }

    /// Whether ``interrupt()`` was called.
    public var isInterrupted: Bool { isSet.current }

    /// Sets the longest time that a wait may last from now on.
    func allow(seconds: Double) {
        deadline.current = .now() + seconds
    }

    /// Whether the time of the last ``allow(seconds:)`` has passed.
    var isLate: Bool { deadline.current.map { $0 < .now() } ?? false }

    /// Whether a wait must end now.
    var endsWait: Bool { isInterrupted || isLate }
}

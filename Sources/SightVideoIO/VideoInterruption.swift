import Dispatch
import SightConcurrency

/// Ends a wait of a reader, from any thread.
public final class VideoInterruption: Sendable {
    private let isSet = Guarded(false)
    private let deadline = Guarded<DispatchTime?>(nil)

    /// Creates an interruption for one reader.
    public init() {}

    /// Ends the current wait of the reader, and every later one.
    public func interrupt() { isSet.current = true }

    /// Whether ``interrupt()`` was called.
    public var isInterrupted: Bool { isSet.current }

    /// From now on a wait may last that long.
    func allow(seconds: Double) {
        deadline.current = .now() + seconds
    }

    /// Whether the time of the last ``allow(seconds:)`` is over.
    var isLate: Bool { deadline.current.map { $0 < .now() } ?? false }

    /// Whether a wait has to end now.
    var endsWait: Bool { isInterrupted || isLate }
}

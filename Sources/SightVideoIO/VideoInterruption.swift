import Dispatch
import Foundation

/// Ends a wait of a reader, from any thread.
public final class VideoInterruption: @unchecked Sendable {  // state under a lock
    private let lock = NSLock()
    private var isSet = false
    private var deadline: DispatchTime?

    /// Creates an interruption for one reader.
    public init() {}

    /// Ends the current wait of the reader, and every later one.
    public func interrupt() { lock.withLock { isSet = true } }

    /// Whether ``interrupt()`` was called.
    public var isInterrupted: Bool { lock.withLock { isSet } }

    /// From now on a wait may last that long.
    func allow(seconds: Double) {
        lock.withLock { deadline = .now() + seconds }
    }

    /// Whether the time of the last ``allow(seconds:)`` is over.
    var isLate: Bool { lock.withLock { deadline.map { $0 < .now() } ?? false } }

    /// Whether a wait has to end now.
    var endsWait: Bool { isInterrupted || isLate }
}

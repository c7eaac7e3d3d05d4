/// Converts the times of frames to steps, in usual intervals between two frames.
///
/// In a stream with a constant rate, every step is 1; a dropped frame makes a step of 2. The usual
/// interval is the median of the latest ones, so a single pause does not change it.
struct FrameClock: Sendable {
    /// The longest step, so that predictions stay finite after a pause of hours.
    static let longestStep: Float = 60
    private static let memory = 9

    private(set) var latest: FrameTime?
    private var intervals: [Double] = []
    private var sorted: [Double] = []
    private var oldest = 0

    /// The usual interval between two frames in seconds; 0 until there are two frames.
    private(set) var usualInterval = 0.0

    /// Advances to a frame; returns the step to it, in 0.05…`longestStep`, or 1 for the first one.
    ///
    /// - Throws: `timeNotIncreasing`; the clock is then unchanged.
    mutating func advance(to time: FrameTime) throws(TrackingError) -> Float {
        guard let previous = latest else {
            latest = time
            return 1
        }
        guard time > previous else {
            throw TrackingError(
                .timeNotIncreasing, "a frame at \(time) came after the frame at \(previous)")
        }
        let interval = time.seconds(since: previous)
        latest = time
        remember(interval)
        let step = Float(interval / usualInterval)
        // A difference of up to a tenth is jitter of the clock.
        return abs(step - 1) < 0.1 ? 1 : min(max(step, 0.05), Self.longestStep)
    }

    /// Forgets all times.
    mutating func reset() {
        self = FrameClock()
    }

    private mutating func remember(_ interval: Double) {
        if intervals.count < Self.memory {
            intervals.append(interval)
        } else {
            // In the usual case of a constant rate, the median does not change.
            guard intervals[oldest] != interval || usualInterval != interval else {
                oldest = (oldest + 1) % Self.memory
                return
            }
            intervals[oldest] = interval
            oldest = (oldest + 1) % Self.memory
        }
        sorted.removeAll(keepingCapacity: true)
        sorted.append(contentsOf: intervals)
        sorted.sort()
        usualInterval = sorted[(sorted.count - 1) / 2]
    }
}

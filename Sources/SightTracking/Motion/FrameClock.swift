/// Turns the times of frames into steps: how many usual frames lie between two frames.
///
/// A stream of constant rate steps by 1, whatever the rate; a frame that was dropped makes a step
/// of 2. The usual interval is the median of the latest ones, so a single pause does not change it.
struct FrameClock: Sendable {
    /// The longest step, so that a pause of hours does not fling predictions to infinity.
    static let longestStep: Float = 60
    private static let memory = 9

    private(set) var latest: FrameTime?
    private var intervals: [Double] = []
    private var sorted: [Double] = []
    private var oldest = 0

    /// Seconds of a usual frame; 0 until two frames were seen.
    private(set) var usualInterval = 0.0

    /// Moves on to a frame and returns the step to it, in 0.05…`longestStep`; 1 for the first.
    ///
    /// - Throws: `timeNotIncreasing`, and stays where it was.
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
            // The usual case of a constant rate leaves the median as it is.
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

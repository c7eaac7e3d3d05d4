package import Sight

/// The times of a stream's frames, of which some or all may state none.
///
/// Frames state their times on any clock, and arrive on the system's. A frame without a time is as
/// much later than the frame before it as it has arrived later. Stated times that do not continue
/// such a time, as those of a stream that began without times, are shifted.
package struct StreamTimes: Sendable {
    /// The time of the last frame.
    private var last: FrameTime?
    /// The latest time that a frame has stated.
    private var lastStated: FrameTime?
    /// The nanoseconds that are added to stated times.
    private var offset: Int64 = 0
    /// The latest arrival of a frame, in seconds.
    private var lastArrival = 0.0

    /// Makes the times of a new stream.
    package init() {}

    /// Returns the time of the next frame.
    ///
    /// A frame that repeats the time of the frame before becomes a nanosecond later. A stated time
    /// before the latest stated one starts a new stream.
    ///
    /// - Parameters:
    ///   - seconds: the time that the frame states; `nil` if it states none.
    ///   - arrival: the system's uptime when the frame arrived, in seconds.
    /// - Returns: the time, and whether it starts a new stream; if not, it is later than the time
    ///   of the frame before.
    package mutating func next(stated seconds: Double?, arrival: Double)
        -> (time: FrameTime, isNewStream: Bool)
    {
        let stated = seconds.flatMap { FrameTime(seconds: $0) }
        guard let last else { return (start(stated, arrival: arrival), false) }
        let passed = FrameTime.seconds(max(0, arrival - lastArrival)).nanoseconds
        let expected = Self.sum(last.nanoseconds, passed)
        var time = expected
        if let stated {
            if let lastStated, stated < lastStated {
                return (start(stated, arrival: arrival), true)
            }
            time = Self.sum(stated.nanoseconds, offset)
            if lastStated == nil || time <= last.nanoseconds && stated != lastStated {
                (time, offset) = (expected, Self.difference(expected, stated.nanoseconds))
            }
        }
        if time <= last.nanoseconds {
            guard last.nanoseconds < .max else { return (start(stated, arrival: arrival), true) }
            time = last.nanoseconds + 1
        }
        self.last = FrameTime(nanoseconds: time)
        lastStated = stated ?? lastStated
        lastArrival = max(lastArrival, arrival)
        return (FrameTime(nanoseconds: time), false)
    }

    /// Starts a stream and returns the time of its first frame.
    private mutating func start(_ stated: FrameTime?, arrival: Double) -> FrameTime {
        let time = stated ?? .seconds(arrival)
        (last, lastStated, offset, lastArrival) = (time, stated, 0, arrival)
        return time
    }

    /// Returns a sum, limited to the range of times.
    private static func sum(_ time: Int64, _ step: Int64) -> Int64 {
        let (sum, isBeyond) = time.addingReportingOverflow(step)
        return isBeyond ? (step < 0 ? .min : .max) : sum
    }

    /// Returns a difference, limited to the range of times.
    private static func difference(_ time: Int64, _ earlier: Int64) -> Int64 {
        let (difference, isBeyond) = time.subtractingReportingOverflow(earlier)
        return isBeyond ? (time < earlier ? .min : .max) : difference
    }
}

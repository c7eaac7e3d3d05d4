/// Makes frame times that start at 0 and strictly increase, whatever times the stream states.
///
/// A missing, repeated or slightly early time becomes a little later than the previous time, so
/// that the stream's own times soon apply again. A jump back by more than ``restart`` means a new
/// start, such as a loop or a new connection; all later times are then shifted. So does a long step
/// forward of a live source, unless as much time has really passed.
package struct StreamClock {
    /// A jump back by more seconds than this is a new start.
    package static let restart = 1.0
    /// The longest step of a live source, in seconds, beyond the time that has really passed.
    package static let liveStep = 10.0
    /// The longest step of a transport stream that was recorded: an hour without a picture.
    package static let recordedStep = 3600.0
    /// Steps and nominal steps above this many seconds are invalid: no frame is shown for so long.
    package static let longestStep = 1e8
    /// The smallest step in seconds: two nanoseconds, so that times also differ as ``FrameTime``.
    private static let shortestStep = 2e-9
    /// The upper limit of all times: 285 years, so nanoseconds fit an `Int64`.
    private static let latest = 9e9

    /// The seconds that are added to the stream's times.
    private var offset = 0.0
    private var last: Double?
    /// A step forward by more seconds than this, and than have passed, is a new start.
    private let limit: Double
    /// When the last frame arrived, on the caller's clock.
    private var lastArrival: Double?
    /// The seconds that passed before an expected new start.
    private var pause = 0.0
    /// The number of times that were replaced.
    package private(set) var repairedCount = 0

    /// Makes a clock before its first frame.
    ///
    /// - Parameter limit: the longest step forward, in seconds.
    package init(limit: Double = StreamClock.longestStep) { self.limit = limit }

    /// Returns the time of the next frame.
    ///
    /// - Parameters:
    ///   - stated: the stream's time, in seconds; `nil` if it states none.
    ///   - nominal: the usual number of seconds between two frames, positive.
    ///   - arrival: when the frame arrived, in seconds on a clock that only rises; `nil` for a
    ///     video that is stored.
    /// - Returns: the seconds since the first frame, greater than for the previous frame.
    package mutating func time(
        _ stated: Double?, nominal: Double, arrival: Double? = nil
    ) -> Double {
        let passed = arrival.flatMap { now in lastArrival.map { max(0, now - $0) } } ?? 0
        lastArrival = arrival ?? lastArrival
        let stated = stated.flatMap { $0.isFinite && abs($0) < 1e12 ? $0 : nil }
        let nominal = nominal > 0 && nominal <= Self.longestStep ? nominal : 0.04
        guard let last else {
            offset = -(stated ?? 0)
            self.last = 0
            return 0
        }
        let time: Double
        let longest = min(limit + passed, Self.longestStep)
        if let stated, stated + offset > last, stated + offset <= last + longest {
            time = stated + offset
        } else {
            repairedCount += 1
            if let stated, abs(stated + offset - last) <= Self.restart {
                time = last + nominal / 4
            } else {
                time = last + max(nominal, pause)
                pause = 0
                if let stated { offset = time - stated }
            }
        }
        // Late in a stream, rounding would remove the shortest step.
        let least = max(last + Self.shortestStep, last.nextUp)
        self.last = max(min(time, Self.latest), least)
        return self.last ?? time
    }

    /// Prepares for a new start of the stream, after a reconnection.
    ///
    /// - Parameter seconds: the seconds since the last frame, which the times skip.
    package mutating func expectRestart(after seconds: Double = 0) {
        guard last != nil else { return }
        offset = -.infinity
        pause = seconds > 0 ? min(seconds, Self.longestStep) : 0
    }
}

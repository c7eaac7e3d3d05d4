/// Makes frame times that start at 0 and strictly increase, whatever times the stream states.
///
/// A missing, repeated or slightly early time becomes a little later than the previous time, so
/// that the stream's own times soon apply again. A jump back by more than ``restart`` means a new
/// start, such as a loop or a new connection; all later times are then shifted.
package struct StreamClock {
    /// A jump back by more seconds than this is a new start.
    package static let restart = 1.0
    /// Steps and nominal steps above this many seconds are invalid: no frame is shown for so long.
    private static let longestStep = 1e8
    /// The smallest step in seconds: two nanoseconds, so that times also differ as ``FrameTime``.
    private static let shortestStep = 2e-9
    /// The upper limit of all times: 285 years, so nanoseconds fit an `Int64`.
    private static let latest = 9e9

    /// The seconds that are added to the stream's times.
    private var offset = 0.0
    private var last: Double?
    /// The number of times that were replaced.
    package private(set) var repairedCount = 0

    /// Makes a clock before its first frame.
    package init() {}

    /// Returns the time of the next frame.
    ///
    /// - Parameters:
    ///   - stated: the stream's time, in seconds; `nil` if it states none.
    ///   - nominal: the usual number of seconds between two frames, positive.
    /// - Returns: the seconds since the first frame, greater than for the previous frame.
    package mutating func time(_ stated: Double?, nominal: Double) -> Double {
        let stated = stated.flatMap { $0.isFinite && abs($0) < 1e12 ? $0 : nil }
        let nominal = nominal > 0 && nominal <= Self.longestStep ? nominal : 0.04
        guard let last else {
            offset = -(stated ?? 0)
            self.last = 0
            return 0
        }
        let time: Double
        if let stated, stated + offset > last, stated + offset <= last + Self.longestStep {
            time = stated + offset
        } else {
            repairedCount += 1
            if let stated, abs(stated + offset - last) <= Self.restart {
                time = last + nominal / 4
            } else {
                time = last + nominal
                if let stated { offset = time - stated }
            }
        }
        // Late in a stream, rounding would remove the shortest step.
        let least = max(last + Self.shortestStep, last.nextUp)
        self.last = max(min(time, Self.latest), least)
        return self.last ?? time
    }

    /// Prepares for a new start of the stream, after a reconnection.
    package mutating func expectRestart() {
        guard last != nil else { return }
        offset = -.infinity
    }
}

/// Makes the times of a stream's frames rise strictly from 0, whatever the stream says.
///
/// A time that is missing, repeated or slightly early becomes a little later than the one before,
/// so that the stream's own times soon hold again. A long way back is a new start: a loop, a new
/// connection; from there on all times move along.
package struct StreamClock {
    /// Going back by more seconds than this is a new start.
    package static let restart = 1.0
    /// Steps and nominal steps over this many seconds do not count: nothing shows a frame so long.
    private static let longestStep = 1e8
    /// Where times stay below, however many steps there are: 285 years, so nanoseconds fit an `Int64`.
    private static let latest = 9e9

    /// Seconds that are added to what the stream says.
    private var offset = 0.0
    private var last: Double?
    /// Times that were replaced.
    package private(set) var repairedCount = 0

    /// Makes a clock before its first frame.
    package init() {}

    /// The time of the next frame.
    ///
    /// - Parameters:
    ///   - stated: what the stream says, in seconds; `nil` when it says nothing.
    ///   - nominal: seconds between two frames as a rule, positive.
    /// - Returns: seconds since the first frame, greater than for the frame before.
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
        // A step that vanishes beside the time itself would not be a step.
        self.last = max(min(time, Self.latest), last.nextUp)
        return self.last ?? time
    }

    /// Expects the stream to start again at any time: after a reconnection.
    package mutating func expectRestart() {
        guard last != nil else { return }
        offset = -.infinity
    }
}

/// The time by which the answer of a child must be complete.
public struct ChildDeadline: Sendable {
    /// Seconds from the start to the deadline.
    public let seconds: Double
    private let end: ContinuousClock.Instant

    /// Makes a deadline some seconds from now.
    public init(in seconds: Double) {
        self.seconds = seconds
        end = ContinuousClock.now + .seconds(seconds)
    }

    /// The remaining time, rounded up; 0 after the deadline.
    var milliseconds: Int32 {
        let left = (end - ContinuousClock.now) / .milliseconds(1)
        return left > 0 ? Int32(clamping: Int(min(left, 1e9).rounded(.up))) : 0
    }
}

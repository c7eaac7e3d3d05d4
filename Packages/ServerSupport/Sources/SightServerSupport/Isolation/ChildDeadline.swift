/// When an answer of a child must be complete.
public struct ChildDeadline: Sendable {
    /// Seconds from the start to the deadline.
    public let seconds: Double
    private let end: ContinuousClock.Instant

    /// A deadline some seconds from now.
    public init(in seconds: Double) {
        self.seconds = seconds
        end = ContinuousClock.now + .seconds(seconds)
    }

    /// What is left, rounded up; 0 when the time is over.
    var milliseconds: Int32 {
        let left = (end - ContinuousClock.now) / .milliseconds(1)
        return left > 0 ? Int32(clamping: Int(min(left, 1e9).rounded(.up))) : 0
    }
}

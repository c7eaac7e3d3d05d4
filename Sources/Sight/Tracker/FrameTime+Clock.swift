public import SightTracking

extension FrameTime {
    /// Now, on a clock that only goes forward.
    static var now: FrameTime {
        let (seconds, attoseconds) = (ContinuousClock.now - FrameTime.start).components
        return FrameTime(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// When somebody first asked.
    private static let start = ContinuousClock.now
}

extension FrameTime {
    /// The time of a frame that is shown so long after a stream's beginning.
    public init(_ time: Duration) {
        let (seconds, attoseconds) = time.components
        let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        self.init(nanoseconds: overflow ? .max : nanoseconds &+ attoseconds / 1_000_000_000)
    }
}

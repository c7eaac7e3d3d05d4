import SightTracking

extension FrameTime {
    /// Now, on a clock that only goes forward.
    static var now: FrameTime {
        let (seconds, attoseconds) = (ContinuousClock.now - FrameTime.start).components
        return FrameTime(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// When somebody first asked.
    private static let start = ContinuousClock.now
}

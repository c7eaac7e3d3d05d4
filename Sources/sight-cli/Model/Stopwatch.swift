/// Measures wall-clock time in milliseconds.
struct Stopwatch {
    private var start = ContinuousClock.now

    /// Starts again.
    mutating func restart() { start = .now }

    /// Returns the milliseconds since the start or the last lap, and starts the next lap.
    mutating func lap() -> Double {
        let now = ContinuousClock.now
        let (seconds, attoseconds) = (now - start).components
        start = now
        return Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
    }
}

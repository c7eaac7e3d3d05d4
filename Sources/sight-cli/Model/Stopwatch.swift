import Dispatch
import Foundation

/// Measures wall-clock time, on a clock that only goes forward.
///
/// `ContinuousClock` would do the same, but needs iOS 16.
struct Stopwatch {
    private var start = Self.now

    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// The seconds since the start or the last lap.
    var seconds: Double { Double(Self.now - start) * 1e-9 }

    /// Starts again.
    mutating func restart() { start = Self.now }

    /// Returns the milliseconds since the start or the last lap, and starts the next lap.
    mutating func lap() -> Double {
        let now = Self.now
        defer { start = now }
        return Double(now - start) * 1e-6
    }
}

/// Measures the time that the system charges to all threads of this process.
struct ProcessorStopwatch {
    /// The milliseconds up to the last pause.
    private(set) var milliseconds = 0.0
    private var start = Self.now

    private static var now: Double {
        #if os(Windows)
            Double(DispatchTime.now().uptimeNanoseconds) * 1e-6
        #else
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
        #endif
    }

    /// Adds the time since the start or the last resumption.
    mutating func pause() { milliseconds += Self.now - start }

    /// Continues after a pause.
    mutating func resume() { start = Self.now }
}

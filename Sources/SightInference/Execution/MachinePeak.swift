import CSightKernels
import Dispatch

/// The peak rate of one core of this machine, measured with the kernels' tier.
package struct MachinePeak: Sendable {
    /// Multiply-adds of binary32 per second.
    package let float: Double
    /// Multiply-adds of 8-bit integers per second.
    package let integer: Double

    /// Measures for a few hundredths of a second, without access to memory.
    package static func measure() -> MachinePeak {
        let tier = sight_current_tier()
        return MachinePeak(
            float: fastest(sight_peak_f32(tier).pointee.run),
            integer: fastest(sight_peak_q8(tier).pointee.run))
    }

    /// Returns the best of several rounds, because other programs can only make a round slower.
    private static func fastest(_ run: sight_peak_function) -> Double {
        var best = 0.0
        for _ in 0..<10 {
            let start = DispatchTime.now().uptimeNanoseconds
            let count = run(20_000)
            let nanoseconds = DispatchTime.now().uptimeNanoseconds - start
            best = max(best, Double(count) * 1e9 / Double(max(1, nanoseconds)))
        }
        return best
    }
}

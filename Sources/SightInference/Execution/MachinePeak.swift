import CSightKernels

/// What one core of this machine computes at best, measured with the kernels' tier.
package struct MachinePeak: Sendable {
    /// Multiply-adds of binary32 in a second.
    package let float: Double
    /// Multiply-adds of 8-bit integers in a second.
    package let integer: Double

    /// Measures for a few hundredths of a second, with registers and nothing else.
    package static func measure() -> MachinePeak {
        let tier = sight_current_tier()
        return MachinePeak(
            float: fastest(sight_peak_f32(tier).pointee.run),
            integer: fastest(sight_peak_q8(tier).pointee.run))
    }

    /// The best of some rounds: whatever else runs can only slow them.
    private static func fastest(_ run: sight_peak_function) -> Double {
        let clock = ContinuousClock()
        var best = 0.0
        for _ in 0..<10 {
            var count = 0
            let (seconds, attoseconds) = clock.measure { count = run(20_000) }.components
            best = max(best, Double(count) / (Double(seconds) + Double(attoseconds) * 1e-18))
        }
        return best
    }
}

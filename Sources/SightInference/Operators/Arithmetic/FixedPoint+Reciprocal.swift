/// Newton's division in fixed point.
extension FixedPoint {
    /// Returns `1 / value` as a fraction scaled by 2³¹, and the power of two to divide it by.
    ///
    /// - Precondition: the value is above 0.
    static func reciprocal(_ value: Int32) -> (fraction: Int32, bits: Int32) {
        let headroom = Int32(value.leadingZeroBitCount)
        let mantissa = Int32(
            truncatingIfNeeded: (UInt32(bitPattern: value) &<< UInt32(headroom))
                &- (1 << 31))
        return (oneOverOnePlus(mantissa), 31 - headroom)
    }

    /// Returns `1 / (1 + x)` for x in 0 … 1; both are scaled by 2³¹.
    ///
    /// - Source: gemmlowp `one_over_one_plus_x_for_x_in_0_1`, three Newton steps from
    ///   `48/17 − 32/17 × d`.
    static func oneOverOnePlus(_ x: Int32) -> Int32 {
        let sum = Int64(x) + Int64(Int32.max)
        let halfDenominator = Int32(truncatingIfNeeded: (sum + (sum >= 0 ? 1 : -1)) / 2)
        // The estimate has two integer bits: 1 is 2²⁹.
        var estimate: Int32 =
            1_515_870_810
            &+ saturatingRoundingDoublingHighMul(halfDenominator, -1_010_580_540)
        for _ in 0..<3 {
            let product = saturatingRoundingDoublingHighMul(halfDenominator, estimate)
            let error = (1 << 29) &- product
            let step = saturatingRoundingDoublingHighMul(estimate, error)
            estimate = estimate &+ saturatingLeftShift(step, 2)
        }
        return saturatingLeftShift(estimate, 1)
    }
}

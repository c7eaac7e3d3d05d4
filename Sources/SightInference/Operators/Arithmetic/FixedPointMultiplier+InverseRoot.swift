/// Newton's inverse square root in fixed point.
extension FixedPointMultiplier {
    /// Creates `1 / √value`; values up to 1 count as 1.
    ///
    /// - Source: TensorFlow Lite `GetInvSqrtQuantizedMultiplierExp`: five Newton steps from 1, with
    ///   three integer bits, on a value moved into 2²⁷ ..< 2²⁹ by an even number of bits.
    init(inverseRootOf value: Int32) {
        guard value > 1 else {
            self.init(multiplier: .max, shift: 0)
            return
        }
        var (value, right) = (value, Int32(11))
        while value >= 1 << 29 {
            value /= 4
            right += 1
        }
        let pairs = Int32(value.leadingZeroBitCount - 1) / 2 - 1
        right -= pairs
        value = value &<< (2 * pairs)

        let multiply: (Int32, Int32) -> Int32 = FixedPoint.saturatingRoundingDoublingHighMul
        let half = FixedPoint.roundingDivideByPOT(value >> 1, 1)
        let threeHalves: Int32 = (1 << 28) + (1 << 27)
        var estimate: Int32 = 1 << 28
        for _ in 0..<5 {
            let square = multiply(estimate, estimate)
            let cube = FixedPoint.saturatingLeftShift(multiply(square, estimate), 6)
            let step = multiply(threeHalves, estimate) &- multiply(half, cube)
            estimate = FixedPoint.saturatingLeftShift(step, 3)
        }
        // √½ without integer bits compensates for the halved input.
        let root = multiply(estimate, 1_518_500_250)
        self.init(multiplier: right < 0 ? root &<< -right : root, shift: -max(right, 0))
    }
}

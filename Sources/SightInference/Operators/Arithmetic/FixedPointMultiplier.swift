/// A positive real factor as a 32-bit fraction and a power of two, for integer accumulators.
///
/// The factor is `multiplier / 2³¹ × 2^shift`, where the fraction is in 0.5 … 1.
/// - Source: TensorFlow Lite `QuantizeMultiplier` and `MultiplyByQuantizedMultiplier`, which
///   rounds twice: in the product and in the shift.
struct FixedPointMultiplier: Sendable, Equatable {
    /// The fraction, scaled by 2³¹.
    let multiplier: Int32
    /// The power of two; a positive one shifts to the left before the product.
    let shift: Int32

    /// Creates the nearest fraction; factors below 2⁻³² become 0.
    init(_ factor: Double) {
        guard factor > 0, factor.isFinite else {
            multiplier = 0
            shift = 0
            return
        }
        var exponent = Int32(clamping: factor.exponent) + 1
        var fixed = Int64((factor.significand * 0x1p30).rounded(.toNearestOrAwayFromZero))
        if fixed == 1 << 31 {
            fixed /= 2
            exponent += 1
        }
        if exponent < -31 { (fixed, exponent) = (0, 0) }
        if exponent > 30 { (fixed, exponent) = ((1 << 31) - 1, 30) }
        multiplier = Int32(fixed)
        shift = exponent
    }

    init(multiplier: Int32, shift: Int32) {
        self.multiplier = multiplier
        self.shift = shift
    }

    /// The factor with the opposite sign, for subtraction.
    var negated: FixedPointMultiplier {
        FixedPointMultiplier(multiplier: -multiplier, shift: shift)
    }

    /// Returns `value × factor`, rounded twice to nearest: ties up in the product, and away from
    /// zero in the shift.
    @inline(__always)
    func apply(_ value: Int32) -> Int32 {
        let left = max(shift, 0)
        let product = FixedPoint.saturatingRoundingDoublingHighMul(value &<< left, multiplier)
        return FixedPoint.roundingDivideByPOT(product, left &- shift)
    }

    /// The fraction in 16 bits.
    var reduced: Int64 {
        multiplier < 0x7FFF_0000 ? (Int64(multiplier) + (1 << 15)) >> 16 : 0x7FFF
    }

    /// Returns `value × factor` for 64-bit accumulators: a fraction of 16 bits, rounded once, up.
    ///
    /// - Source: TensorFlow Lite, the `int64_t` form, used with 16-bit activations.
    @inline(__always)
    func apply(wide value: Int64) -> Int32 {
        let total = Int64(15 - shift)
        guard total > 0 else { return Int32(truncatingIfNeeded: (value &* reduced) << -total) }
        return Int32(truncatingIfNeeded: (value &* reduced &+ (1 << (total - 1))) >> total)
    }
}

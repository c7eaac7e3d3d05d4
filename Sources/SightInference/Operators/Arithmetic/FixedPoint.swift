/// The integer arithmetic of quantized operators: products and shifts with named rounding rules.
///
/// Goals, in order: the same bits as TensorFlow Lite's reference kernels; no trap on any input.
/// Numbers that overflow in the reference wrap here.
/// - Source: Jacob et al., "Quantization and Training of Neural Networks for Efficient
///   Integer-Arithmetic-Only Inference", 2018, appendix B; gemmlowp `fixedpoint.h`.
enum FixedPoint {
    /// Returns `2 × a × b / 2³²`, rounded to nearest, ties up, saturated.
    @inline(__always)
    static func saturatingRoundingDoublingHighMul(_ a: Int32, _ b: Int32) -> Int32 {
        if a == .min, b == .min { return .max }
        let product = Int64(a) &* Int64(b)
        let nudge: Int64 = product >= 0 ? 1 << 30 : 1 - (1 << 30)
        return Int32(truncatingIfNeeded: (product &+ nudge) / (1 << 31))
    }

    /// Returns `2 × a × b / 2¹⁶`, rounded to nearest, ties up, saturated.
    @inline(__always)
    static func saturatingRoundingDoublingHighMul(_ a: Int16, _ b: Int16) -> Int16 {
        if a == .min, b == .min { return .max }
        let product = Int32(a) &* Int32(b)
        let nudge: Int32 = product >= 0 ? 1 << 14 : 1 - (1 << 14)
        return Int16(truncatingIfNeeded: (product &+ nudge) / (1 << 15))
    }

    /// Returns `2 × a × b / 2¹⁶`, rounded toward zero, saturated.
    @inline(__always)
    static func saturatingDoublingHighMul(_ a: Int16, _ b: Int16) -> Int16 {
        if a == .min, b == .min { return .max }
        return Int16(truncatingIfNeeded: (Int32(a) &* Int32(b)) / (1 << 15))
    }

    /// Returns `value / 2^exponent`, rounded to nearest, ties away from zero.
    ///
    /// - Precondition: the exponent is in `0 ... 31`.
    @inline(__always)
    static func roundingDivideByPOT(_ value: Int32, _ exponent: Int32) -> Int32 {
        let mask = (Int32(1) &<< exponent) &- 1
        let remainder = value & mask
        let threshold = (mask &>> 1) &+ (value < 0 ? 1 : 0)
        return (value &>> exponent) &+ (remainder > threshold ? 1 : 0)
    }

    /// Returns `value × 2^amount`, saturated to 16 bits.
    ///
    /// - Precondition: the amount is not negative.
    @inline(__always)
    static func saturatingLeftShift(_ value: Int16, _ amount: Int32) -> Int16 {
        Int16(clamping: Int64(value) &<< Int64(min(amount, 31)))
    }

    /// Returns `value × 2^amount`, saturated to 32 bits.
    ///
    /// - Precondition: the amount is not negative.
    @inline(__always)
    static func saturatingLeftShift(_ value: Int32, _ amount: Int32) -> Int32 {
        Int32(clamping: Int64(value) &<< Int64(min(amount, 31)))
    }
}

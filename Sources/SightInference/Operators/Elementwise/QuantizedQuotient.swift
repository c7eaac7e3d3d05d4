/// The quotient of two quantized tensors of 8 bits.
///
/// - Source: TensorFlow Lite `DivElementwise`: a fixed-point reciprocal, then two roundings to
///   nearest, ties away from zero.
struct QuantizedQuotient<
    Value: FixedWidthInteger & BitwiseCopyable & Sendable
>: BinaryFunction {
    private let offsets: (a: Int32, b: Int32, output: Int32)
    private let factor: FixedPointMultiplier
    private let range: ClosedRange<Int32>

    init(_ a: Affine, _ b: Affine, _ output: Affine, range: ClosedRange<Int32>) {
        offsets = (-a.zeroPoint, -b.zeroPoint, output.zeroPoint)
        factor = FixedPointMultiplier(Double(a.scale / (b.scale * output.scale)))
        self.range = range
    }

    func apply(_ a: Value, _ b: Value) -> Value {
        var numerator = Int32(truncatingIfNeeded: a) &+ offsets.a
        var divisor = Int32(truncatingIfNeeded: b) &+ offsets.b
        guard divisor != 0 else { return Value(clamping: range.lowerBound) }
        if divisor < 0 { (numerator, divisor) = (-numerator, -divisor) }
        let (inverse, bits) = FixedPoint.reciprocal(divisor)
        let headroom =
            Int32(
                numerator < 0
                    ? (~numerator).leadingZeroBitCount
                    : numerator.leadingZeroBitCount) - 1
        let quotient = FixedPoint.saturatingRoundingDoublingHighMul(
            numerator &<< headroom, inverse)
        let shift = factor.shift - bits - headroom
        let scaled: Int32
        if shift < -31 {
            scaled = 0
        } else {
            scaled = FixedPointMultiplier(multiplier: factor.multiplier, shift: shift)
                .apply(quotient)
        }
        return Value(clamping: clamp(scaled &+ offsets.output, range.lowerBound, range.upperBound))
    }
}

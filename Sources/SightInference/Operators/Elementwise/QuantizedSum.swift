import SightTensor

/// The sum or difference of two quantized tensors with different scales, of int16 or bytes.
///
/// Both operands are converted to twice the larger scale with spare bits, added, and requantized.
/// - Source: TensorFlow Lite `AddElementwise`: rounds to nearest, ties away from zero, at each of
///   the three products.
struct QuantizedSum {
    let offsets: (a: Int32, b: Int32, output: Int32)
    let factors: (a: FixedPointMultiplier, b: FixedPointMultiplier, output: FixedPointMultiplier)
    let range: ClosedRange<Int32>
    let elementType: ElementType

    /// Creates the function `a + b`, or `a − b` if `subtracts` is true.
    init(_ operands: QuantizedOperands, subtracts: Bool) {
        let (a, b, output) = (operands.a, operands.b, operands.output)
        offsets = (-a.zeroPoint, -b.zeroPoint, output.zeroPoint)
        let spareBits: Int32 = operands.elementType.isByte ? 20 : 15
        let twiceLargest = Double(2 * max(a.scale, b.scale))
        let right = FixedPointMultiplier(Double(b.scale) / twiceLargest)
        factors = (
            FixedPointMultiplier(Double(a.scale) / twiceLargest),
            subtracts ? right.negated : right,
            FixedPointMultiplier(twiceLargest / Double(Float(1 << spareBits) * output.scale))
        )
        range = operands.range
        elementType = operands.elementType
    }
}

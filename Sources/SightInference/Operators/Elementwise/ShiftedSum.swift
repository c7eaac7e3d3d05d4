import SightModelFile
import SightTensor

/// The sum or difference of two int16 tensors whose scales are powers of two.
///
/// One operand has the scale of the result, and the other has a smaller one: it is shifted to the
/// right before the sum. The results differ by one unit from those of ``QuantizedSum`` where a
/// half is rounded.
/// - Source: TensorFlow Lite `Add` and `Sub16` of nodes with `pot_scale_int16`: the shift rounds to
///   nearest, ties away from zero; the sum is saturated. Broadcasting follows the same rule.
struct ShiftedSum: BinaryFunction {
    private let shifts: (a: Int32, b: Int32)
    private let subtracts: Bool
    private let range: ClosedRange<Int32>

    /// The largest shift: all bits of an operand but its sign.
    private static let maximumShift = 15

    /// Creates the function `a + b`, or `a − b` if `subtracts` is true.
    ///
    /// It is `nil` if a scale or zero point needs another rule, or if the node does not ask for
    /// shifts. TensorFlow Lite refuses nodes that ask for other shifts than these; here the general
    /// rule computes them.
    init?(_ operands: QuantizedOperands, subtracts: Bool) {
        let (a, b, output) = (operands.a, operands.b, operands.output)
        guard operands.shiftsScales, a.zeroPoint == 0, b.zeroPoint == 0, output.zeroPoint == 0,
            let target = output.nearestPowerOfTwo, let left = a.nearestPowerOfTwo,
            let right = b.nearestPowerOfTwo, max(left, right) == target,
            target - min(left, right) <= Self.maximumShift
        else { return nil }
        shifts = (
            Int32(truncatingIfNeeded: target - left), Int32(truncatingIfNeeded: target - right)
        )
        self.subtracts = subtracts
        range = operands.range
    }

    @inline(__always)
    func apply(_ a: Int16, _ b: Int16) -> Int16 {
        let left = FixedPoint.roundingDivideByPOT(Int32(truncatingIfNeeded: a), shifts.a)
        let right = FixedPoint.roundingDivideByPOT(Int32(truncatingIfNeeded: b), shifts.b)
        let sum = subtracts ? left &- right : left &+ right
        return Int16(truncatingIfNeeded: clamp(sum, range.lowerBound, range.upperBound))
    }
}

extension Affine {
    /// The exponent of the power of two that the scale is; `nil` for other scales.
    ///
    /// - Source: TensorFlow Lite `CheckedLog2`: the logarithm may differ from a whole number by
    ///   less than a thousandth.
    fileprivate var nearestPowerOfTwo: Int? {
        // 2^0.001 and 2^0.999.
        if scale.significand < 1.000_693_4 { return scale.exponent }
        if scale.significand > 1.998_614_2 { return scale.exponent + 1 }
        return nil
    }
}

extension Preparation {
    /// Prepares a sum or difference of quantized integers.
    func quantizedSum(_ operands: QuantizedOperands, subtracts: Bool) throws(ModelError)
        -> any PreparedOperator
    {
        if operands.elementType == .int16,
            let shifted = ShiftedSum(operands, subtracts: subtracts)
        {
            return try elementwise(shifted)
        }
        return try quantized(QuantizedSum(operands, subtracts: subtracts))
    }
}

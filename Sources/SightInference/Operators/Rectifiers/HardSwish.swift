import CSightKernels
import SightModelFile
import SightTensor

/// HARD_SWISH: `x × clamp(x + 3, 0, 6) / 6`.
///
/// float32, quantized uint8 and int8.
///
/// - Source: Howard et al., "Searching for MobileNetV3", 2019; TensorFlow Lite `hard_swish`, whose
///   16-bit steps are followed bit by bit.
enum HardSwish: Operator {
    static let code = OperatorCode.builtin(.hardSwish)
    static let versions = 1...1

    private struct FloatSwish: RowFunction {
        @inline(__always)
        func apply(_ x: Float) -> Float { x * (clamp(x + 3, 0, 6) / 6) }

        static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
            kernels.pointee.hard_swishes
        }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let (input, output) = (try node.input(0), try node.output(0))
        try node.expectSameType(input, output)
        guard input.elementType.isByte else {
            guard input.elementType == .float32 else { throw node.unsupported(input) }
            return try node.elementwise(FloatSwish())
        }
        let (from, to) = (try node.affine(input), try node.affine(output))
        let fine = from.scale / 128
        let outputFactor = FixedPointMultiplier(Double(fine / to.scale))
        let gateFactor = FixedPointMultiplier(Double(fine / (3.0 / 32768)))
        guard outputFactor.shift <= 0 else {
            throw node.fail("scales \(from.scale) to \(to.scale) are too far apart")
        }
        let (outputHigh, gateHigh) = (high(outputFactor), high(gateFactor))
        return try node.lookup { value in
            let x = Int16(truncatingIfNeeded: (value - from.zeroPoint) &* 128)
            let scaled = FixedPoint.saturatingRoundingDoublingHighMul(x, outputHigh)
            let gated = FixedPoint.saturatingDoublingHighMul(
                gate(x, gateHigh, shift: gateFactor.shift), scaled)
            let result = FixedPoint.roundingDivideByPOT(Int32(gated), -outputFactor.shift)
            return result + to.zeroPoint
        }
    }

    /// Returns the gate `clamp(x + 3, 0, 6) / 6`, scaled by 2¹⁵.
    ///
    /// The factor is `high / 2¹⁵ × 2^shift`.
    @inline(__always)
    private static func gate(_ x: Int16, _ high: Int16, shift: Int32) -> Int16 {
        var gate = x
        if shift > 0 { gate = FixedPoint.saturatingLeftShift(gate, shift - 1) }
        gate = FixedPoint.saturatingRoundingDoublingHighMul(gate, high)
        if shift > 0 { gate = FixedPoint.saturatingLeftShift(gate, 1) }
        if shift < 0 {
            gate = Int16(
                truncatingIfNeeded: FixedPoint.roundingDivideByPOT(Int32(gate), -shift))
        }
        return Int16(truncatingIfNeeded: (Int32(gate) + (1 << 15)) >> 1)
    }

    /// Returns the upper half of a multiplier, rounded to nearest, ties up, saturated.
    private static func high(_ factor: FixedPointMultiplier) -> Int16 {
        Int16(clamping: (Int64(factor.multiplier) + (1 << 15)) >> 16)
    }
}

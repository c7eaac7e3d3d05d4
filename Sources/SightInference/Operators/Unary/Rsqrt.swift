import CSightKernels
import SightModelFile
import SightTensor

/// RSQRT: one over the square root.
///
/// float32, quantized int8 and int16.
///
/// - Source: TensorFlow Lite `elementwise`.
enum Rsqrt: Operator {
    static let code = OperatorCode.builtin(.rsqrt)
    static let versions = 1...3

    private struct InverseRoot: RowFunction {
        @inline(__always)
        func apply(_ x: Float) -> Float { 1 / x.squareRoot() }

        static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
            kernels.pointee.inverse_roots
        }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        switch input.elementType {
        case .float32: return try node.elementwise(InverseRoot())
        case .int8: return try table(node)
        case .int16: return try node.sampled(real: real)
        default: throw node.unsupported(input)
        }
    }

    /// The results of all 8-bit values, in the integer arithmetic of the reference.
    ///
    /// The reference computes the inverse root of the integer with 20 bits behind the point.
    private static func table(_ node: Preparation) throws(ModelError) -> any PreparedOperator {
        let (from, to) = (try node.affine(node.input(0)), try node.affine(node.output(0)))
        let fractionBits: Int32 = 20
        let scales = FixedPointMultiplier(1 / Double(from.scale.squareRoot() * to.scale))
        let factor = FixedPointMultiplier(
            multiplier: scales.multiplier, shift: scales.shift - fractionBits)
        return try node.lookup { value in
            let steps = value - from.zeroPoint
            guard steps > 0 else { return .max }
            let root = FixedPointMultiplier(inverseRootOf: steps)
            let inverse = FixedPointMultiplier(
                multiplier: root.multiplier, shift: root.shift + fractionBits
            ).apply(1)
            return Int32(saturating: Double(factor.apply(inverse)) + Double(to.zeroPoint))
        }
    }

    /// Returns the result for the real number that an integer represents.
    ///
    /// 0 gives the largest value, as in the reference. Negative numbers do, too; the reference
    /// rejects them.
    private static func real(_ x: Float) -> Float { x > 0 ? 1 / x.squareRoot() : .infinity }
}

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
        case .int8: return try node.lookup(real: real)
        case .int16: return try node.sampled(real: real)
        default: throw node.unsupported(input)
        }
    }

    /// Returns the result for the real number that an integer represents.
    ///
    /// 0 gives the largest value, as in the reference. Negative numbers do, too; the reference
    /// rejects them.
    private static func real(_ x: Float) -> Float { x > 0 ? 1 / x.squareRoot() : .infinity }
}

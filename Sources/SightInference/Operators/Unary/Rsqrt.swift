import CSightKernels
import SightModelFile
import SightTensor

/// RSQRT: one over the square root.
///
/// float32 and quantized int8.
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
        case .int8:
            // 0 gives the largest value, as in the reference. Negative numbers do, too; the
            // reference rejects them.
            return try node.lookup(real: { $0 > 0 ? 1 / $0.squareRoot() : .infinity })
        default: throw node.unsupported(input)
        }
    }
}

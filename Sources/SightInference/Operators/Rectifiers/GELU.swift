import CSightKernels
import Foundation
import SightModelFile
import SightTensor

/// GELU: `x` times the cumulative normal distribution at `x`, or its tanh approximation.
///
/// float32, quantized int8, uint8 and int16.
/// - Source: Hendrycks and Gimpel, 2016; TensorFlow Lite `gelu`.
enum GELU: Operator {
    static let code = OperatorCode.builtin(.gelu)
    static let versions = 1...3

    private struct Exact: RowFunction {
        /// The sum `1 + erf(x)` would lose all digits for large negative numbers.
        func apply(_ x: Float) -> Float { 0.5 * x * erfcf(-x * Float(0.5).squareRoot()) }

        static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
            kernels.pointee.gelus
        }
    }

    private struct Approximate: RowFunction {
        /// √(2/π).
        private static let scale: Float = 0.797_884_6
        func apply(_ x: Float) -> Float {
            0.5 * x * (1 + tanhf(Self.scale * (x + 0.044_715 * x * x * x)))
        }

        static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
            kernels.pointee.tanh_gelus
        }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try GELUOptions(options)
        let input = try node.inputOfOutputType()
        let isApproximate = options.isApproximate
        if input.elementType.isByte {
            return isApproximate
                ? try node.lookup(real: { Approximate().apply($0) })
                : try node.lookup(real: { Exact().apply($0) })
        }
        if input.elementType == .int16 {
            return isApproximate
                ? try node.sampled(real: { Approximate().apply($0) })
                : try node.sampled(real: { Exact().apply($0) })
        }
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        return isApproximate
            ? try node.elementwise(Approximate()) : try node.elementwise(Exact())
    }
}

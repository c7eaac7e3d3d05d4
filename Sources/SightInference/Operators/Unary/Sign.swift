import SightModelFile
import SightTensor

/// SIGN: −1, 0 or 1.
///
/// float32, float64 and int32.
///
/// - Source: TensorFlow Lite `sign`.
enum Sign: Operator {
    static let code = OperatorCode.builtin(.sign)
    static let versions = 1...2

    private struct RealSign<Real: BinaryFloatingPoint & BitwiseCopyable & Sendable>: UnaryFunction {
        @inline(__always)
        func apply(_ x: Real) -> Real { x > 0 ? 1 : (x < 0 ? -1 : 0) }
    }

    private struct IntegerSign: UnaryFunction {
        @inline(__always)
        func apply(_ x: Int32) -> Int32 { x.signum() }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        switch input.elementType {
        case .float32: return try node.elementwise(RealSign<Float>())
        case .float64: return try node.elementwise(RealSign<Double>())
        case .int32: return try node.elementwise(IntegerSign())
        default: throw node.unsupported(input)
        }
    }
}

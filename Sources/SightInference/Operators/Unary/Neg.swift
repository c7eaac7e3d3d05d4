import SightModelFile
import SightTensor

/// NEG: changes the sign.
///
/// float32, int8, int16, int32, int64; integers wrap, and the scale and zero point of quantized
/// ones are not read.
///
/// - Source: TensorFlow Lite `neg`.
enum Neg: Operator {
    static let code = OperatorCode.builtin(.neg)
    static let versions = 1...1

    private struct FloatNegation: UnaryFunction {
        @inline(__always)
        func apply(_ x: Float) -> Float { -x }
    }

    private struct Negation<Value: FixedWidthInteger & BitwiseCopyable & Sendable>: UnaryFunction {
        @inline(__always)
        func apply(_ x: Value) -> Value { 0 &- x }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        switch input.elementType {
        case .float32: return try node.elementwise(FloatNegation())
        case .int8: return try node.elementwise(Negation<Int8>())
        case .int16: return try node.elementwise(Negation<Int16>())
        case .int32: return try node.elementwise(Negation<Int32>())
        case .int64: return try node.elementwise(Negation<Int64>())
        default: throw node.unsupported(input)
        }
    }
}

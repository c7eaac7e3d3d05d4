import SightModelFile
import SightTensor

/// MUL: multiplies two tensors with broadcasting, then clamps.
///
/// float32, int32, int64 and quantized uint8, int8, int16.
/// - Source: TensorFlow Lite `mul`, reference kernel.
enum Mul: ArithmeticOperator {
    static let code = OperatorCode.builtin(.mul)
    static let versions = 1...8

    static func reals(_ range: ClosedRange<Float>, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.elementwise(FloatArithmetic(.product, range: range))
    }

    static func integers<Value: Whole>(_ range: ClosedRange<Value>, _ node: Preparation)
        throws(ModelError) -> any PreparedOperator
    {
        try node.elementwise(
            IntegerMultiplication<Value>(low: range.lowerBound, high: range.upperBound))
    }

    static func quantized(_ operands: QuantizedOperands, _ node: Preparation)
        throws(ModelError) -> any PreparedOperator
    {
        try node.quantized(QuantizedProduct(operands))
    }
}

import SightModelFile
import SightTensor

/// SUB: subtracts two tensors with broadcasting, then clamps.
///
/// float32, int32, int64 and quantized uint8, int8, int16.
/// - Source: TensorFlow Lite `sub`, reference kernel.
enum Sub: ArithmeticOperator {
    static let code = OperatorCode.builtin(.sub)
    static let versions = 1...5

    static func reals(_ range: ClosedRange<Float>, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.elementwise(FloatArithmetic(.difference, range: range))
    }

    static func integers<Value: Whole>(_ range: ClosedRange<Value>, _ node: Preparation)
        throws(ModelError) -> any PreparedOperator
    {
        try node.elementwise(
            IntegerSubtraction<Value>(low: range.lowerBound, high: range.upperBound))
    }

    static func quantized(_ operands: QuantizedOperands, _ node: Preparation)
        throws(ModelError) -> any PreparedOperator
    {
        try node.quantizedSum(operands, subtracts: true)
    }
}

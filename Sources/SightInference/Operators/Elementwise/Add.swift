import SightModelFile
import SightTensor

/// ADD: adds two tensors with broadcasting, then clamps.
///
/// float32, int32, int64 and quantized uint8, int8, int16.
/// - Source: TensorFlow Lite `add`, reference kernel.
enum Add: ArithmeticOperator {
    static let code = OperatorCode.builtin(.add)
    static let versions = 1...6

    static func reals(_ range: ClosedRange<Float>, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.elementwise(FloatArithmetic(.sum, range: range))
    }

    static func integers<Value: Whole>(_ range: ClosedRange<Value>, _ node: Preparation)
        throws(ModelError) -> any PreparedOperator
    {
        try node.elementwise(
            IntegerAddition<Value>(low: range.lowerBound, high: range.upperBound))
    }

    static func quantized(_ operands: QuantizedOperands, _ node: Preparation)
        throws(ModelError) -> any PreparedOperator
    {
        try node.quantizedSum(operands, subtracts: false)
    }
}

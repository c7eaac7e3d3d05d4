import SightModelFile
import SightTensor

/// MINIMUM: the smaller of two elements, with broadcasting.
///
/// Quantised tensors are compared as stored: their scales must be the same, as the reference's.
/// - Source: TensorFlow Lite `maximum_minimum`.
enum Minimum: Operator {
    static let code = OperatorCode.builtin(.minimum)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        switch try node.expectExtremumOperands() {
        case .float32: return try node.elementwise(Smaller<Float>())
        case .int64: return try node.elementwise(Smaller<Int64>())
        case .int32: return try node.elementwise(Smaller<Int32>())
        case .int16: return try node.elementwise(Smaller<Int16>())
        case .uint8: return try node.elementwise(Smaller<UInt8>())
        case .int8: return try node.elementwise(Smaller<Int8>())
        default: throw node.unsupported(try node.input(0))
        }
    }
}

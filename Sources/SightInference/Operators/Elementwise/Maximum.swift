import SightModelFile
import SightTensor

/// MAXIMUM: the larger of two elements, with broadcasting.
///
/// Quantised tensors are compared as stored: their scales must be the same, as the reference's.
/// - Source: TensorFlow Lite `maximum_minimum`.
enum Maximum: Operator {
    static let code = OperatorCode.builtin(.maximum)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        switch try node.expectExtremumOperands() {
        case .float32: return try node.elementwise(Larger<Float>())
        case .int64: return try node.elementwise(Larger<Int64>())
        case .int32: return try node.elementwise(Larger<Int32>())
        case .int16: return try node.elementwise(Larger<Int16>())
        case .uint8: return try node.elementwise(Larger<UInt8>())
        case .int8: return try node.elementwise(Larger<Int8>())
        default: throw node.unsupported(try node.input(0))
        }
    }
}

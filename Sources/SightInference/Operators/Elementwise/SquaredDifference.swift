import SightModelFile
import SightTensor

/// SQUARED_DIFFERENCE: `(a − b)²`, with broadcasting.
///
/// float32, int32 and quantized int8.
/// - Source: TensorFlow Lite `squared_difference`.
enum SquaredDifference: Operator {
    static let code = OperatorCode.builtin(.squaredDifference)
    static let versions = 1...2

    private struct IntegerSquare: BinaryFunction {
        @inline(__always)
        func apply(_ a: Int32, _ b: Int32) -> Int32 { (a &- b) &* (a &- b) }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (a, b, output) = (try node.input(0), try node.input(1), try node.output(0))
        try node.expectSameType(a, b, output)
        switch a.elementType {
        case .float32: return try node.elementwise(FloatArithmetic(.squaredDifference))
        case .int32: return try node.elementwise(IntegerSquare())
        case .int8:
            return try node.elementwise(
                QuantizedArithmetic(
                    squareOf: node.affine(a), minus: node.affine(b), node.affine(output))
            )
        default: throw node.unsupported(a)
        }
    }
}

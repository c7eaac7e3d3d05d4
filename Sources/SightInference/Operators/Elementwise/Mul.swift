import SightTensor

/// MUL: multiplies two tensors with broadcasting, then clamps.
///
/// float32, int32, int64 and quantised uint8, int8, int16.
/// - Source: TensorFlow Lite `mul`, reference kernel.
enum Mul: Operator {
    static let code = OperatorCode.builtin(.mul)
    static let versions = 1...8

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (a, b) = (try node.input(0), try node.input(1))
        try node.expectSameType(a, b)
        try node.setType(0, a.elementType)
        let activation = try FusedActivation(options.byte(0), node)
        switch a.elementType {
        case .float32: return try node.elementwise(FloatMultiplication(range: activation.range))
        case .int32:
            let range = activation.integers
            return try node.elementwise(
                IntegerMultiplication<Int32>(low: range.lowerBound, high: range.upperBound))
        case .int64:
            return try node.elementwise(IntegerMultiplication<Int64>(low: .min, high: .max))
        case .uint8: return try quantized(activation, node, UInt8.self)
        case .int8: return try quantized(activation, node, Int8.self)
        case .int16: return try quantized(activation, node, Int16.self)
        default: throw node.unsupported(a)
        }
    }

    private static func quantized<Value: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ activation: FusedActivation, _ node: Preparation, _: Value.Type
    ) throws(ModelError) -> any PreparedOperator {
        let output = try node.output(0)
        let affine = try node.affine(output)
        let product = try QuantizedProduct<Value>(
            node.affine(node.input(0)), node.affine(node.input(1)), affine,
            range: activation.quantized(output, affine))
        return Value.bitWidth == 8
            ? try node.elementwise(ByteArithmetic(product)) : try node.elementwise(product)
    }
}

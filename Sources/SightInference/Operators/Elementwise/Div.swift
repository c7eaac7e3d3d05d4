import SightModelFile
import SightTensor

/// DIV: divides two tensors with broadcasting, then clamps.
///
/// float32, int32 (toward zero), quantized uint8, int8 and int16. A divisor of 0 among integers
/// ends the run with an error.
/// - Source: TensorFlow Lite `div`, reference kernel.
enum Div: Operator {
    static let code = OperatorCode.builtin(.div)
    static let versions = 1...2

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (a, b) = (try node.input(0), try node.input(1))
        try node.expectSameType(a, b)
        try node.setType(0, a.elementType)
        let activation = try FusedActivation(ArithmeticOptions(options).activation, node)
        switch a.elementType {
        case .float32: return try node.elementwise(FloatDivision(range: activation.range))
        case .int32:
            node.addPhase(DivisorCheck<Int32>(divisor: b, zero: 0, place: node.place))
            let range = activation.integers(Int32.self)
            return try node.elementwise(
                IntegerDivision<Int32>(low: range.lowerBound, high: range.upperBound))
        case .uint8: return try quantized(UInt8.self, activation, node)
        case .int8: return try quantized(Int8.self, activation, node)
        case .int16: return try quantized(Int16.self, activation, node)
        default: throw node.unsupported(a)
        }
    }

    private static func quantized<Value: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _: Value.Type, _ activation: FusedActivation, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let (a, b, output) = (try node.input(0), try node.input(1), try node.output(0))
        let (divisor, affine) = (try node.affine(b), try node.affine(output))
        let zero = Value(clamping: divisor.zeroPoint)
        node.addPhase(DivisorCheck<Value>(divisor: b, zero: zero, place: node.place))
        return try node.elementwise(
            QuantizedQuotient<Value>(
                node.affine(a), divisor, affine, range: activation.quantized(output, affine)))
    }
}

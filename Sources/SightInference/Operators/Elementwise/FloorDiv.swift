import SightTensor

/// FLOOR_DIV: the quotient rounded toward minus infinity, with broadcasting.
///
/// float32, int8, int16, int32, int64. Integers may not divide by 0.
/// - Source: TensorFlow Lite `floor_div`.
enum FloorDiv: Operator {
    static let code = OperatorCode.builtin(.floorDiv)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (a, b) = (try node.input(0), try node.input(1))
        try node.expectSameType(a, b, node.output(0))
        switch a.elementType {
        case .float32: return try node.elementwise(FloatFloorQuotient())
        case .int8: return try integer(b, &node, Int8.self)
        case .int16: return try integer(b, &node, Int16.self)
        case .int32: return try integer(b, &node, Int32.self)
        case .int64: return try integer(b, &node, Int64.self)
        default: throw node.unsupported(a)
        }
    }

    private static func integer<Value: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ divisor: TensorSpec, _ node: inout Preparation, _: Value.Type
    ) throws(ModelError) -> any PreparedOperator {
        node.addPhase(DivisorCheck<Value>(divisor: divisor, zero: 0, place: node.place))
        return try node.elementwise(IntegerFloorQuotient<Value>())
    }
}

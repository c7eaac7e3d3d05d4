import SightModelFile
import SightTensor

/// An operator on the elements of two integer tensors of one type, with broadcasting.
///
/// int8, uint8, int16, uint16, int32, uint32.
protocol IntegerPairOperator: Operator {
    /// Returns the result for one pair of elements.
    static func apply<Value: FixedWidthInteger>(_ a: Value, _ b: Value) -> Value
}

private struct PairFunction<
    Rule: IntegerPairOperator, Value: FixedWidthInteger & BitwiseCopyable & Sendable
>: BinaryFunction {
    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> Value { Rule.apply(a, b) }
}

extension IntegerPairOperator {
    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let first = try node.input(0)
        try node.expectSameType(first, node.input(1), node.output(0))
        switch first.elementType {
        case .int8: return try node.elementwise(PairFunction<Self, Int8>())
        case .uint8: return try node.elementwise(PairFunction<Self, UInt8>())
        case .int16: return try node.elementwise(PairFunction<Self, Int16>())
        case .uint16: return try node.elementwise(PairFunction<Self, UInt16>())
        case .int32: return try node.elementwise(PairFunction<Self, Int32>())
        case .uint32: return try node.elementwise(PairFunction<Self, UInt32>())
        default: throw node.unsupported(first)
        }
    }
}

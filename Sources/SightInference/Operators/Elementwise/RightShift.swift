import SightModelFile
import SightTensor

/// RIGHT_SHIFT: bits moved right, the sign kept, by 0 to all bits but one.
///
/// int8, uint8, int16, uint16, int32, uint32.
/// - Source: TensorFlow Lite `right_shift`.
enum RightShift: Operator {
    static let code = OperatorCode.builtin(.rightShift)
    static let versions = 1...1

    private struct Function<Value: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
        @inline(__always)
        func apply(_ a: Value, _ b: Value) -> Value {
            a &>> min(max(b, 0), Value(Value.bitWidth - 1))
        }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let first = try node.input(0)
        try node.expectSameType(first, node.input(1), node.output(0))
        switch first.elementType {
        case .int8: return try node.elementwise(Function<Int8>())
        case .uint8: return try node.elementwise(Function<UInt8>())
        case .int16: return try node.elementwise(Function<Int16>())
        case .uint16: return try node.elementwise(Function<UInt16>())
        case .int32: return try node.elementwise(Function<Int32>())
        case .uint32: return try node.elementwise(Function<UInt32>())
        default: throw node.unsupported(first)
        }
    }
}

import SightModelFile
import SightTensor

/// FlexBitwiseAnd: bits that are 1 in both.
enum BitwiseAnd: IntegerPairOperator {
    static let code = OperatorCode.custom("FlexBitwiseAnd")
    static let versions = 1...1

    @inline(__always)
    static func apply<Value: FixedWidthInteger>(_ a: Value, _ b: Value) -> Value { a & b }
}

/// FlexBitwiseOr: bits that are 1 in one or both.
enum BitwiseOr: IntegerPairOperator {
    static let code = OperatorCode.custom("FlexBitwiseOr")
    static let versions = 1...1

    @inline(__always)
    static func apply<Value: FixedWidthInteger>(_ a: Value, _ b: Value) -> Value { a | b }
}

/// FlexLeftShift: bits moved up; a shift below 0 or beyond the width counts as 0 or as the highest
/// one.
///
/// - Source: TensorFlow, `bitwise_ops`.
enum LeftShift: IntegerPairOperator {
    static let code = OperatorCode.custom("FlexLeftShift")
    static let versions = 1...1

    @inline(__always)
    static func apply<Value: FixedWidthInteger>(_ a: Value, _ b: Value) -> Value {
        a &<< min(max(b, 0), Value(Value.bitWidth - 1))
    }
}

/// FlexInvert: all bits inverted.
///
/// int8, uint8, int16, uint16, int32, uint32.
enum Invert: Operator {
    static let code = OperatorCode.custom("FlexInvert")
    static let versions = 1...1

    private struct Inversion<Value: FixedWidthInteger & BitwiseCopyable & Sendable>: UnaryFunction {
        @inline(__always)
        func apply(_ x: Value) -> Value { ~x }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        switch input.elementType {
        case .int8, .uint8: return try node.elementwise(Inversion<UInt8>())
        case .int16, .uint16: return try node.elementwise(Inversion<UInt16>())
        case .int32, .uint32: return try node.elementwise(Inversion<UInt32>())
        default: throw node.unsupported(input)
        }
    }
}

import SightModelFile

/// BITWISE_XOR: bits that differ.
///
/// - Source: TensorFlow Lite `bitwise_xor`.
enum BitwiseXor: IntegerPairOperator {
    static let code = OperatorCode.builtin(.bitwiseXor)
    static let versions = 1...1

    @inline(__always)
    static func apply<Value: FixedWidthInteger>(_ a: Value, _ b: Value) -> Value { a ^ b }
}

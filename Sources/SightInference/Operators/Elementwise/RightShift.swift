import SightModelFile

/// RIGHT_SHIFT: an arithmetic shift to the right by 0 to one less than all bits.
///
/// - Source: TensorFlow Lite `right_shift`.
enum RightShift: IntegerPairOperator {
    static let code = OperatorCode.builtin(.rightShift)
    static let versions = 1...1

    @inline(__always)
    static func apply<Value: FixedWidthInteger>(_ a: Value, _ b: Value) -> Value {
        a &>> min(max(b, 0), Value(Value.bitWidth - 1))
    }
}

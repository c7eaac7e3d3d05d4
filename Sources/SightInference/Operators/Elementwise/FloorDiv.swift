import SightModelFile

/// FLOOR_DIV: the quotient rounded toward minus infinity.
///
/// - Source: TensorFlow Lite `floor_div`.
enum FloorDiv: FlooringOperator {
    static let code = OperatorCode.builtin(.floorDiv)

    @inline(__always)
    static func apply(_ a: Float, _ b: Float) -> Float { (a / b).rounded(.down) }

    @inline(__always)
    static func apply<Value: FixedWidthInteger>(_ a: Value, _ b: Value) -> Value {
        let quotient = a.dividedReportingOverflow(by: b).partialValue
        let remainder = a.remainderReportingOverflow(dividingBy: b).partialValue
        return remainder != 0 && (remainder < 0) != (b < 0) ? quotient &- 1 : quotient
    }
}

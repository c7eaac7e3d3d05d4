import SightModelFile

/// GREATER_EQUAL: `a >= b`, element by element.
enum GreaterEqual: ComparisonOperator {
    static let code = OperatorCode.builtin(.greaterEqual)

    @inline(__always)
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool { a >= b }
}

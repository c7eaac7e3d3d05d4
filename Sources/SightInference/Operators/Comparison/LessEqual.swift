import SightModelFile

/// LESS_EQUAL: `a <= b`, element by element.
enum LessEqual: ComparisonOperator {
    static let code = OperatorCode.builtin(.lessEqual)

    @inline(__always)
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool { a <= b }
}

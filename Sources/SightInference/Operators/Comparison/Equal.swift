/// EQUAL: `a == b`, element by element.
enum Equal: ComparisonOperator {
    static let code = OperatorCode.builtin(.equal)

    @inline(__always)
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool { a == b }
}

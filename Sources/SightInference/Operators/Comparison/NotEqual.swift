import SightModelFile

/// NOT_EQUAL: `a != b`, element by element.
enum NotEqual: ComparisonOperator {
    static let code = OperatorCode.builtin(.notEqual)
    static let isEquality = true

    @inline(__always)
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool { a != b }
}

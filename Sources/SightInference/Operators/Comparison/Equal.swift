import SightModelFile

/// EQUAL: `a == b`, element by element.
enum Equal: ComparisonOperator {
    static let code = OperatorCode.builtin(.equal)
    static let isEquality = true

    @inline(__always)
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool { a == b }
}

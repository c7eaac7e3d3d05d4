import SightModelFile

/// LESS: `a < b`, element by element.
enum Less: ComparisonOperator {
    static let code = OperatorCode.builtin(.less)

    @inline(__always)
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool { a < b }
}

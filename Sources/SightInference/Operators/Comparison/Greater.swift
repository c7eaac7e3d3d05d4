import SightModelFile

/// GREATER: `a > b`, element by element.
enum Greater: ComparisonOperator {
    static let code = OperatorCode.builtin(.greater)

    @inline(__always)
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool { a > b }
}

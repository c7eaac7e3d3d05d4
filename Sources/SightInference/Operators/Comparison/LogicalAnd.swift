import SightModelFile

/// LOGICAL_AND: whether both are true, element by element.
struct LogicalAnd: LogicalOperator {
    static let code = OperatorCode.builtin(.logicalAnd)

    @inline(__always)
    func apply(_ a: UInt8, _ b: UInt8) -> UInt8 { a != 0 && b != 0 ? 1 : 0 }
}

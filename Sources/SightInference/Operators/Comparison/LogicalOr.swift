import SightModelFile

/// LOGICAL_OR: whether one at least is true, element by element.
struct LogicalOr: LogicalOperator {
    static let code = OperatorCode.builtin(.logicalOr)

    @inline(__always)
    func apply(_ a: UInt8, _ b: UInt8) -> UInt8 { a != 0 || b != 0 ? 1 : 0 }
}

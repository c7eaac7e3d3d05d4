import SightModelFile
import SightTensor

/// An operator of two Booleans, with broadcasting.
///
/// - Source: TensorFlow Lite `logical`.
protocol LogicalOperator: Operator, BinaryFunction where Operand == UInt8, Result == UInt8 {
    init()
}

extension LogicalOperator {
    static var versions: ClosedRange<Int> { 1...1 }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let a = try node.input(0)
        try node.expectSameType(a, node.input(1), node.output(0))
        guard a.elementType == .bool else { throw node.unsupported(a) }
        return try node.elementwise(Self())
    }
}

/// LOGICAL_AND: whether both are true, element by element.
struct LogicalAnd: LogicalOperator {
    static let code = OperatorCode.builtin(.logicalAnd)

    @inline(__always)
    func apply(_ a: UInt8, _ b: UInt8) -> UInt8 { a != 0 && b != 0 ? 1 : 0 }
}

/// LOGICAL_OR: whether at least one is true, element by element.
struct LogicalOr: LogicalOperator {
    static let code = OperatorCode.builtin(.logicalOr)

    @inline(__always)
    func apply(_ a: UInt8, _ b: UInt8) -> UInt8 { a != 0 || b != 0 ? 1 : 0 }
}

/// LOGICAL_NOT: inverts Booleans.
///
/// - Source: TensorFlow Lite `logical`.
enum LogicalNot: Operator {
    static let code = OperatorCode.builtin(.logicalNot)
    static let versions = 1...1

    private struct Not: UnaryFunction {
        @inline(__always)
        func apply(_ x: UInt8) -> UInt8 { x == 0 ? 1 : 0 }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        guard input.elementType == .bool else { throw node.unsupported(input) }
        return try node.elementwise(Not())
    }
}

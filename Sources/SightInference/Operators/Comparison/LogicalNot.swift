import SightModelFile
import SightTensor

/// LOGICAL_NOT: turns Booleans.
///
/// - Source: TensorFlow Lite `logical`.
enum LogicalNot: Operator {
    static let code = OperatorCode.builtin(.logicalNot)
    static let versions = 1...1

    private struct Not: UnaryFunction {
        @inline(__always)
        func apply(_ x: UInt8) -> UInt8 { x == 0 ? 1 : 0 }
    }

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        guard input.elementType == .bool else { throw node.unsupported(input) }
        return try node.elementwise(Not())
    }
}

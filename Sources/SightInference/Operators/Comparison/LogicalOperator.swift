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

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let a = try node.input(0)
        try node.expectSameType(a, node.input(1), node.output(0))
        guard a.elementType == .bool else { throw node.unsupported(a) }
        return try node.elementwise(Self())
    }
}

import SightModelFile
import SightTensor

/// An operator that is one function of a float, element by element.
///
/// Quantised int8 tensors go through a table of the same function where
/// ``FloatFunctionOperator/takesBytes`` says so.
protocol FloatFunctionOperator: Operator, UnaryFunction where Operand == Float, Result == Float {
    init()
    /// Whether quantised 8-bit tensors are accepted.
    static var takesBytes: Bool { get }
}

extension FloatFunctionOperator {
    static var versions: ClosedRange<Int> { 1...2 }
    static var takesBytes: Bool { false }

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        if input.elementType.isByte, takesBytes {
            let function = Self()
            return try node.lookup(real: { function.apply($0) })
        }
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        return try node.elementwise(Self())
    }
}

import SightModelFile
import SightTensor

/// DILATE: puts a value between a tensor's elements.
///
/// Any element type of whole bytes.
/// - Source: TensorFlow Lite `dilate`.
enum Dilate: Operator {
    static let code = OperatorCode.builtin(.dilate)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let steps = try node.integers(1)
        guard steps.allSatisfy({ $0 > 0 }) else { throw node.fail("dilations \(steps)") }
        let none = steps.map { _ in 0 }
        let padding = SpacedPadding(low: none, high: none, gaps: steps.map { $0 - 1 })
        return try padding.prepare(node.input(0), value: node.input(2), node)
    }
}

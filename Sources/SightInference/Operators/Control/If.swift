import SightModelFile
import SightTensor

/// IF: runs one of two graphs, chosen by a Boolean.
///
/// The results of the graphs may have different shapes.
/// - Source: TensorFlow Lite `if`.
enum If: Operator {
    static let code = OperatorCode.builtin(.if)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try IfOptions(options)
        guard node.inputCount >= 1 else { throw node.fail("has no condition") }
        let condition = try node.input(0)
        guard condition.elementType == .bool, condition.shape.elementCount == 1 else {
            throw node.fail("condition is \(condition.elementType) \(condition.shape)")
        }
        let arguments = try node.inputs(from: 1)
        let calls = [
            try node.call(options.thenGraph, arguments),
            try node.call(options.elseGraph, arguments),
        ]
        let results = try CallResults(calls, node)
        return PreparedLoop { _, memory throws(ModelError) in
            let isTrue = memory.elements(condition.slot, as: UInt8.self).pointee != 0
            let call = calls[isTrue ? 0 : 1]
            try results.take(call, call.run(memory), memory)
        }
    }
}

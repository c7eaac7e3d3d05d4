import SightModelFile
import SightTensor

/// WHILE: runs a body graph on its own results as long as a condition graph returns true.
///
/// The body's results have the types and shapes of its inputs.
/// - Source: TensorFlow Lite `while`.
enum While: Operator {
    static let code = OperatorCode.builtin(.while)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try WhileOptions(options)
        let inputs = try node.inputs(from: 0)
        guard node.outputCount == inputs.count else {
            throw node.fail("has \(inputs.count) inputs and \(node.outputCount) outputs")
        }
        let state = try carried(inputs, node)
        let condition = try node.call(options.conditionGraph, state)
        let body = try node.call(options.bodyGraph, state)
        guard condition.callee.outputs.count == 1, body.callee.outputs.count == state.count else {
            throw node.fail(
                "condition makes \(condition.callee.outputs.count) results, expected 1; body "
                    + "makes \(body.callee.outputs.count), expected \(state.count)")
        }
        let (limit, place) = (node.limits.loopCount, node.place)
        // What the body returns unchanged stays in its inputs and in the outputs.
        let unchanged = body.unchanged
        let changing = body.used.filter { !unchanged.contains($0) }
        return PreparedLoop { _, memory throws(ModelError) in
            for (input, target) in zip(inputs, state) where input.byteCount > 0 {
                memory[target.slot].copyMemory(
                    from: memory[input.slot], byteCount: input.byteCount)
            }
            var copied: [Int]?  // all at first
            while try isTrue(condition, memory) {
                guard memory.resources.countLoop(limit: limit) else {
                    throw ModelError(.outOfRange, "\(place): loops run more than \(limit) times")
                }
                try body.copyResults(
                    of: body.run(memory, copying: copied), to: state, except: unchanged, memory)
                copied = changing
                // The graphs of a loop need not have nodes, after which the run would check.
                try memory.resources.check?()
            }
        }
    }

    /// Sets the outputs, which hold the current iteration's values and have the inputs' shapes.
    private static func carried(_ inputs: [TensorSpec], _ node: Preparation) throws(ModelError)
        -> [TensorSpec]
    {
        var state: [TensorSpec] = []
        for (index, input) in inputs.enumerated() {
            try node.setType(index, input.elementType)
            state.append(try node.setOutput(index, shape: input.shape))
        }
        return state
    }

    private static func isTrue(_ condition: GraphCall, _ memory: borrowing TensorMemory)
        throws(ModelError) -> Bool
    {
        let execution = try condition.run(memory)
        let output = execution.tensors[condition.callee.outputs[0].slot.index]
        let bytes = execution.bytes(output)
        guard output.elementType == .bool, bytes.count == 1 else {
            throw ModelError(
                .unsupported,
                "\(condition.place): condition is \(output.elementType) \(output.shape)")
        }
        return bytes[0] != 0
    }
}

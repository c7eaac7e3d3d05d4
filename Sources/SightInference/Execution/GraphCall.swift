import SightModelFile
import SightTensor

/// The index of a called graph among the executions of its stage.
package struct CallSlot: Hashable, Sendable {
    let index: Int
}

/// A call of a graph by a node, with the node's tensors as arguments.
struct GraphCall: Sendable {
    let slot: CallSlot
    /// The node's tensors, in the order of the graph's inputs.
    let arguments: [TensorSpec]
    let callee: PreparedGraph
    /// The name of the calling node in error messages.
    let place: String

    /// Copies the arguments and runs the graph.
    ///
    /// - Returns: the execution that has the results.
    func run(_ memory: borrowing TensorMemory) throws(ModelError) -> Execution {
        let execution = memory[slot]
        for (argument, parameter) in zip(arguments, callee.inputs) where argument.byteCount > 0 {
            execution.bytes(parameter).baseAddress?.copyMemory(
                from: memory[argument.slot], byteCount: argument.byteCount)
        }
        try execution.runCalled()
        return execution
    }

    /// Copies the results of a finished run to tensors of the same types and shapes.
    ///
    /// - Throws: ``ModelError`` with code `unsupported` if a result has another type or shape.
    func copyResults(
        of execution: Execution, to targets: [TensorSpec], _ memory: borrowing TensorMemory
    ) throws(ModelError) {
        for (position, target) in targets.enumerated() {
            let output = execution.tensors[callee.outputs[position].slot.index]
            let bytes = execution.bytes(output)
            guard output.elementType == target.elementType, output.shape == target.shape,
                bytes.count == target.byteCount
            else {
                throw ModelError(
                    .unsupported,
                    "\(place): the called graph made \(output.elementType) \(output.shape), "
                        + "expected \(target.elementType) \(target.shape)")
            }
            guard let source = bytes.baseAddress, bytes.count > 0 else { continue }
            memory[target.slot].copyMemory(from: source, byteCount: bytes.count)
        }
    }
}

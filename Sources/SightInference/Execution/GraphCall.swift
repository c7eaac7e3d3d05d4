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
    /// The positions of the inputs that a node of the graph reads, or that the graph returns.
    let used: [Int]
    /// The positions of the inputs that the graph returns at the same position, unchanged.
    let unchanged: [Int]
    /// The name of the calling node in error messages.
    let place: String

    init(
        _ slot: CallSlot, _ arguments: [TensorSpec], _ callee: PreparedGraph, _ graph: Subgraph,
        place: String
    ) {
        (self.slot, self.arguments) = (slot, arguments)
        (self.callee, self.place) = (callee, place)
        var (isRead, isWritten) = (Set(graph.outputs), Set<Int>())
        var (known, repeated) = (Set<Int>(), Set<Int>())
        for input in graph.inputs where !known.insert(input).inserted { repeated.insert(input) }
        for node in graph.nodes {
            isRead.formUnion(node.inputs.compactMap(\.self))
            isWritten.formUnion(node.outputs)
        }
        used = graph.inputs.indices.filter { isRead.contains(graph.inputs[$0]) }
        unchanged = zip(graph.inputs, graph.outputs).enumerated().filter { _, pair in
            pair.0 == pair.1 && !isWritten.contains(pair.0) && !graph.tensors[pair.0].isVariable
                && !repeated.contains(pair.0)
        }.map(\.offset)
    }

    /// Copies the arguments at some positions, or all that the graph uses, and runs the graph.
    ///
    /// - Returns: the execution that has the results.
    func run(_ memory: borrowing TensorMemory, copying positions: [Int]? = nil)
        throws(ModelError) -> Execution
    {
        let execution = memory[slot]
        for position in positions ?? used where arguments[position].byteCount > 0 {
            let argument = arguments[position]
            execution.bytes(callee.inputs[position]).baseAddress?.copyMemory(
                from: memory[argument.slot], byteCount: argument.byteCount)
        }
        try execution.runCalled()
        return execution
    }

    /// Copies the results of a finished run, except at some positions, to tensors of the same types
    /// and shapes.
    ///
    /// - Throws: ``ModelError`` with code `unsupported` if a result has another type or shape.
    func copyResults(
        of execution: Execution, to targets: [TensorSpec], except positions: [Int] = [],
        _ memory: borrowing TensorMemory
    ) throws(ModelError) {
        for (position, target) in targets.enumerated() where !positions.contains(position) {
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

import SightModelFile
import SightTensor

/// The transfer of results of called graphs to a node's outputs.
///
/// If all graphs have the same known shapes, the results are copied into the node's tensors.
/// Otherwise the outputs refer to the memory of the graph that has run.
struct CallResults: Sendable {
    private let targets: [TensorSpec]
    private let areKnown: Bool

    /// Sets the shapes and types of a node whose outputs are the results of one of several graphs.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` if the numbers or types of results differ.
    init(_ calls: [GraphCall], _ node: Preparation) throws(ModelError) {
        let results = calls.map { $0.callee.outputs.map(\.shape) }
        let types = calls.map { $0.callee.outputs.map(\.elementType) }
        guard let first = calls.first?.callee, types.allSatisfy({ $0 == types[0] }),
            first.outputs.count == node.outputCount
        else {
            throw node.fail(
                "has \(node.outputCount) outputs, the graphs that it calls make "
                    + types.map { "\($0)" }.joined(separator: " and "))
        }
        areKnown =
            calls.allSatisfy { $0.callee.outputsAreKnown }
            && results.allSatisfy { $0 == results[0] }
        var targets: [TensorSpec] = []
        for (index, output) in first.outputs.enumerated() {
            try node.setType(index, output.elementType)
            if areKnown {
                targets.append(try node.setOutput(index, shape: output.shape))
            } else {
                try node.setOutputAtRunTime(index)
                targets.append(try node.output(index))
            }
        }
        self.targets = targets
    }

    /// Transfers the results of the graph that has run to the node's outputs.
    func take(_ call: GraphCall, _ execution: Execution, _ memory: borrowing TensorMemory)
        throws(ModelError)
    {
        guard !areKnown else {
            return try call.copyResults(of: execution, to: targets, memory)
        }
        for (position, target) in targets.enumerated() {
            let output = execution.tensors[call.callee.outputs[position].slot.index]
            let bytes = execution.bytes(output)
            guard output.elementType == target.elementType, bytes.count == output.byteCount else {
                throw ModelError(
                    .unsupported,
                    "\(call.place): the called graph made \(output.elementType), "
                        + "expected \(target.elementType)")
            }
            memory.show(target.slot, bytes, shape: output.shape, owner: execution)
        }
    }
}

import SightModelFile
import SightTensor

/// Nodes one after the other, each with one operand, that compute each result from one element.
///
/// The first has bytes as its operand, and the results of the last are bytes.
struct FunctionChain {
    let nodes: [Node]

    /// Prepares and runs the nodes for all 256 bytes.
    ///
    /// - Returns: the results, in the order of the bytes from 0 to 255.
    /// - Throws: ``ModelError`` of a node that is invalid.
    func results(
        in graph: Subgraph, _ settings: PreparationSettings, _ budget: PreparationBudget
    ) throws(ModelError) -> [UInt8] {
        let count = FunctionsIntoTable.resultCount
        var budget = budget
        // All tensors of the chain are outputs, so that its nodes are not fused again.
        let prepared = try PreparedGraph.make(
            PreparationSettings(
                model: settings.model.chain(nodes, of: graph), pool: settings.pool,
                rounding: settings.rounding, precision: settings.precision,
                limits: settings.limits, findOperator: settings.findOperator),
            subgraph: 0, inputShapes: [0: [count]], budget: &budget)
        guard let input = prepared.inputs.first, let output = prepared.outputs.last,
            input.byteCount == count, output.byteCount == count, output.elementType.isByte
        else { throw ModelError(.unsupported, "the nodes do not map bytes to bytes") }
        let execution = Execution(prepared)
        let bytes = execution.bytes(input)
        for byte in bytes.indices { bytes[byte] = UInt8(truncatingIfNeeded: byte) }
        try execution.run()
        return Array(execution.bytes(output))
    }
}

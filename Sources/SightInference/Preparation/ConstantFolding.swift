import SightModelFile
import SightTensor

/// Runs nodes with constant inputs once, while the graph is prepared.
enum ConstantFolding {
    /// Runs the steps of a node and makes its outputs constants.
    ///
    /// All inputs of the node must be constants. An output that is a constant already, such as a
    /// view of a constant input, keeps its bytes.
    ///
    /// - Throws: ``ModelError`` of the node, or with code `tooLarge`.
    static func run(_ steps: [PreparedGraph.Step], of node: Node, in graph: GraphPreparation)
        throws(ModelError)
    {
        let slots = graph.addressesForFolding()
        let execution = StageExecution(
            steps, slots: slots, strings: StringStore(graph.model.strings.table))
        let scratch = graph.currentScratch
        defer {
            for slot in node.inputs.compactMap(\.self) + node.outputs + scratch {
                slots.reset(slot)
            }
        }
        for case let input? in node.inputs {
            guard let start = graph.entries[input].constant?.bytes.baseAddress else { continue }
            execution.place(input, at: UnsafeMutableRawPointer(mutating: start))
        }
        var results: [(tensor: Int, storage: AlignedStorage)] = []
        for output in node.outputs where graph.entries[output].constant == nil {
            let byteCount = graph.entries[output].byteCount
            try graph.budget.spendFolded(byteCount, place: graph.place(of: node))
            let storage = AlignedStorage(byteCount: byteCount)
            execution.place(output, at: storage.start)
            results.append((output, storage))
        }
        try graph.checkArena(scratch.reduce(0) { $0 + graph.entries[$1].byteCount })
        let scratchStorage = scratch.map { AlignedStorage(byteCount: graph.entries[$0].byteCount) }
        for (slot, storage) in zip(scratch, scratchStorage) {
            execution.place(slot, at: storage.start)
        }
        try withExtendedLifetime(scratchStorage) { () throws(ModelError) in
            try execution.run(observing: nil)
        }
        for (tensor, storage) in results {
            graph.makeConstant(
                tensor, ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage))
        }
        graph.dropScratch()
    }
}

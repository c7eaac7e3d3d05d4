import SightTensor

/// Runs nodes with constant inputs once, while the graph is prepared.
enum ConstantFolding {
    /// Runs the steps of a node and turns its outputs into constants.
    ///
    /// - Throws: ``ModelError`` when the node does.
    static func run(_ steps: [PreparedGraph.Step], of node: Node, in graph: GraphPreparation)
        throws(ModelError)
    {
        for output in node.outputs {
            try graph.budget.spendFolded(graph.spec(output).byteCount, place: graph.place(of: node))
        }
        let layout = try graph.layout(of: node)
        graph.packing.finish()
        let stage = PreparedStage(
            steps: steps, layout: layout, tensors: [], children: [], consultations: [],
            givenShapes: [:], continuation: nil)
        let execution = StageExecution(
            stage, resources: ResourceStore(), strings: StringStore(graph.model.strings.table),
            pool: nil)
        try execution.run(observing: nil)
        for output in node.outputs {
            let spec = graph.spec(output)
            let copy = AlignedStorage(byteCount: spec.byteCount)
            copy.start.copyMemory(
                from: execution.address(spec.slot.index), byteCount: spec.byteCount)
            graph.makeConstant(
                output, ConstantBytes(UnsafeRawBufferPointer(copy.bytes), owner: copy))
        }
        graph.dropScratch()
    }
}

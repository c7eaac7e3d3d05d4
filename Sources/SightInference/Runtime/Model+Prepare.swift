package import SightTensor

extension Model {
    /// Prepares a graph for input shapes: the only way to get something that runs.
    ///
    /// Nodes whose inputs are all constant run here, once: dequantised weights and computed shapes
    /// become constants.
    ///
    /// - Parameters:
    ///   - subgraph: index of the graph.
    ///   - inputShapes: shapes by input position, where they differ from the file's.
    ///   - pool: threads that runs will share.
    ///   - rounding: how 8-bit convolutions round.
    ///   - limits: ceilings for sizes.
    /// - Returns: what runs, for any number of executions.
    /// - Throws: ``ModelError`` with code `unsupported` (all unknown operators in one message),
    ///   `invalidNode`, `invalidShape` or `tooLarge`.
    package func prepare(
        subgraph: Int = 0, inputShapes: [Int: Shape] = [:], pool: WorkerPool,
        rounding: Rounding = .nearest, limits: ModelLimits = ModelLimits()
    ) throws(ModelError) -> PreparedGraph {
        let graph = subgraphs[subgraph]
        let problems = graph.unsupportedNodes()
        guard problems.isEmpty else {
            throw ModelError(
                .unsupported,
                "the model needs operators that Sight does not have: "
                    + problems.joined(separator: "; "))
        }
        let preparation = try GraphPreparation(
            model: self, graph: graph, inputShapes: inputShapes, rounding: rounding,
            limits: limits)
        var steps: [PreparedGraph.Step] = []
        for node in graph.nodes {
            steps += try prepare(node, preparation, pool: pool)
        }
        let lastStep = max(0, preparation.step)
        let variables = graph.tensors.indices.filter { graph.tensors[$0].isVariable }
        let named = signatures.filter { $0.subgraph == subgraph }
            .flatMap { ($0.inputs + $0.outputs).map(\.tensor) }
        for tensor in graph.inputs + graph.outputs + variables + named {
            preparation.keep(tensor, through: lastStep)
        }
        return PreparedGraph(
            inputs: graph.inputs.map { preparation.spec($0) },
            outputs: graph.outputs.map { preparation.spec($0) },
            tensors: graph.tensors.indices.map { preparation.spec($0) },
            pool: pool, nodeNames: graph.nodes.map { preparation.place(of: $0) }, steps: steps,
            layout: try preparation.layout(), variables: variables.map { preparation.spec($0) })
    }

    private func prepare(_ node: Node, _ graph: GraphPreparation, pool: WorkerPool)
        throws(ModelError) -> [PreparedGraph.Step]
    {
        guard let type = OperatorRegistry.find(node.code) else { return [] }
        var preparation = Preparation(node: node, threadCount: pool.threadCount, graph: graph)
        let operation = try type.prepare(node.options, &preparation)
        for tensor in node.inputs.compactMap(\.self) + node.outputs {
            graph.use(tensor)
        }
        defer { graph.step += 1 }
        let steps = (preparation.phases + [operation]).compactMap { operation in
            operation is NoOperation
                ? nil
                : PreparedGraph.Step(
                    operation: operation, taskCount: operation.taskCount, node: node.index)
        }
        guard graph.areConstant(node.inputs), !node.inputs.isEmpty, !steps.isEmpty else {
            return steps
        }
        try ConstantFolding.run(steps, of: node, in: graph)
        return []
    }
}

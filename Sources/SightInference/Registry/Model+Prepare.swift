package import SightModelFile
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
        let problems = unsupportedNodes(from: subgraph)
        guard problems.isEmpty else {
            throw ModelError(
                .unsupported,
                "the model needs operators that Sight does not have: "
                    + problems.joined(separator: "; "))
        }
        var budget = PreparationBudget(limits)
        return try PreparedGraph.make(
            PreparationSettings(model: self, pool: pool, rounding: rounding, limits: limits),
            subgraph: subgraph, inputShapes: inputShapes, budget: &budget)
    }
}

extension PreparedGraph {
    /// Prepares a graph whose operators are all known.
    static func make(
        _ settings: PreparationSettings, subgraph: Int, inputShapes: [Int: Shape],
        budget: inout PreparationBudget
    ) throws(ModelError) -> PreparedGraph {
        let preparation = try GraphPreparation(
            settings, subgraph: subgraph, inputShapes: inputShapes, budget: budget)
        let stage = try preparation.prepareStage(from: 0)
        budget = preparation.budget
        let graph = preparation.graph
        return PreparedGraph(
            inputs: graph.inputs.map { stage.tensors[$0] },
            outputs: graph.outputs.map { stage.tensors[$0] },
            pool: settings.pool, subgraph: graph,
            variables: graph.variables.map { stage.tensors[$0] }, stage: stage,
            strings: settings.model.strings.table, limits: settings.limits)
    }
}

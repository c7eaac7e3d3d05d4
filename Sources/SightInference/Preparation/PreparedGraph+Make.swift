import SightModelFile
import SightTensor

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

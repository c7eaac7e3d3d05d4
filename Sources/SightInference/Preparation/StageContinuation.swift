import SightModelFile
import SightTensor

/// The node before which preparation stopped, because it needs values or shapes of a run.
struct StageContinuation: RestOfGraph {
    let settings: PreparationSettings
    let subgraph: Int
    /// The first node that is not prepared.
    let node: Int
    let entries: [TensorEntry]
    let fusion: FusionState
    let budget: PreparationBudget

    /// Prepares the next stage, after the stages before it have run.
    ///
    /// - Throws: the errors of
    ///   ``Model/prepare(subgraph:inputShapes:pool:rounding:precision:limits:customOperators:)``.
    func prepare(after stage: StageExecution) throws(ModelError) -> PreparedStage {
        let graph = try GraphPreparation(self, after: stage)
        return try graph.prepareStage(from: node)
    }
}

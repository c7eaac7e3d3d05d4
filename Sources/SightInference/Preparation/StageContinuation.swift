import SightModelFile
import SightTensor

/// Where preparation stopped because a node needs values or shapes that only a run tells.
struct StageContinuation: RestOfGraph {
    let settings: PreparationSettings
    let subgraph: Int
    /// The first node of the rest.
    let node: Int
    let entries: [TensorEntry]
    let fusion: FusionState
    let budget: PreparationBudget

    /// Prepares the rest, as far as it goes, once the stages before it have run.
    ///
    /// - Throws: ``ModelError`` as ``Model/prepare(subgraph:inputShapes:pool:rounding:limits:)``.
    func prepare(after stage: StageExecution) throws(ModelError) -> PreparedStage {
        let graph = try GraphPreparation(self, after: stage)
        return try graph.prepareStage(from: node)
    }
}

import SightModelFile

/// A graph ready to run for fixed input shapes: operators prepared, weights packed, memory
/// planned.
///
/// Where shapes depend on computed values, preparation goes as far as it can and each
/// ``Execution`` prepares the rest while it runs.
///
/// Immutable, so any number of ``Execution``s on any threads share one.
package struct PreparedGraph: Sendable {
    /// One operator bound to its memory.
    struct Step: Sendable {
        let operation: any PreparedOperator
        let taskCount: Int
        /// The node in the graph that the step belongs to.
        let node: Int
        /// Nodes before it whose work the step does, too.
        var fusedNodes: [Int] = []
    }

    /// The inputs in the graph's order.
    package let inputs: [TensorSpec]
    /// The outputs in the graph's order, as the file declares those that only a run makes known.
    package let outputs: [TensorSpec]
    /// The threads that runs share.
    package let pool: WorkerPool
    /// The graph as the file has it.
    let subgraph: Subgraph
    /// Tensors whose bytes start as zero and stay from run to run.
    let variables: [TensorSpec]
    let stage: PreparedStage
    /// The strings of the model's constants.
    let strings: StringTable
    let limits: ModelLimits

    /// The names of the nodes, for messages and profiles.
    package var nodeNames: [String] { subgraph.nodes.map { subgraph.place(of: $0) } }

    /// All tensors of the graph by tensor index, with their real shapes where they are known.
    package var tensors: [TensorSpec] { stage.tensors }

    /// Which nodes are fused into other nodes, and why the other candidates are not.
    package var fusions: [FusionOutcome] { stage.fusions }

    /// Bytes of all tensors that are alive together, as far as they are known.
    package var arenaByteCount: Int { stage.arenaByteCount }

    /// Whether a tensor's shape is known before the graph runs.
    package func isKnown(_ tensor: Int) -> Bool {
        guard stage.continuation != nil else { return true }
        if case .nowhere = stage.layout.places[tensor] { return false }
        return true
    }

    /// Whether all outputs have their real shapes before the graph runs.
    package var outputsAreKnown: Bool { outputs.allSatisfy { isKnown($0.slot.index) } }
}

import SightModelFile

/// A graph that is ready to run with fixed input shapes: its operators are prepared, its weights
/// are packed and its memory is planned.
///
/// If the shapes of some tensors depend on computed values, preparation stops before them, and each
/// ``Execution`` prepares the rest while it runs.
///
/// It is immutable, so executions on any threads can share it.
package struct PreparedGraph: Sendable {
    /// One prepared operator with the memory that it reads and writes.
    struct Step: Sendable {
        let operation: any StepOperation
        let taskCount: Int
        /// The node in the graph that the step belongs to.
        let node: Int
        /// Earlier nodes that are fused into this step.
        let fusedNodes: [Int]

        init(_ operation: any PreparedOperator, node: Int, fusedNodes: [Int] = []) {
            self.operation = operation.owned()
            taskCount = operation.taskCount
            self.node = node
            self.fusedNodes = fusedNodes
        }
    }

    /// The inputs in the graph's order.
    package let inputs: [TensorSpec]
    /// The outputs in the graph's order.
    ///
    /// An output whose shape is only known after a run has the shape that the file declares.
    package let outputs: [TensorSpec]
    /// The threads that runs share.
    package let pool: WorkerPool
    /// The graph as it is in the file.
    let subgraph: Subgraph
    /// Tensors that keep their values from run to run; they start as zero.
    let variables: [TensorSpec]
    let stage: PreparedStage
    /// The strings of the model's constants.
    let strings: StringTable
    let limits: ModelLimits

    /// The names of the nodes, for messages and profiles.
    package var nodeNames: [String] { subgraph.nodes.map { subgraph.place(of: $0) } }

    /// All tensors of the graph by tensor index.
    ///
    /// A shape that is not known yet is the one that the file declares.
    package var tensors: [TensorSpec] { stage.tensors }

    /// The outcome of each candidate for fusion: whether it is fused, and if not, the reason.
    package var fusions: [FusionOutcome] { stage.fusions }

    /// The size of the arena in bytes, for the tensors whose shapes are known.
    package var arenaByteCount: Int { stage.arenaByteCount }

    /// The bytes that were allocated to prepare the nodes whose inputs have known shapes.
    package var preparedByteCount: Int { stage.preparedByteCount }

    /// Whether a tensor's shape is known before the graph runs.
    package func isKnown(_ tensor: Int) -> Bool { stage.isKnown(tensor) }

    /// Whether the shapes of all outputs are known before the graph runs.
    package var outputsAreKnown: Bool { outputs.allSatisfy { isKnown($0.slot.index) } }
}

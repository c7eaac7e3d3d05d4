import SightTensor

/// A graph ready to run for fixed input shapes: operators prepared, weights packed, memory
/// planned.
///
/// Immutable, so any number of ``Execution``s on any threads share one.
package struct PreparedGraph: Sendable {
    /// One operator bound to its memory.
    struct Step: Sendable {
        let operation: any PreparedOperator
        let taskCount: Int
        /// The node in the graph that the step belongs to.
        let node: Int
    }

    /// The inputs in the graph's order.
    package let inputs: [TensorSpec]
    /// The outputs in the graph's order.
    package let outputs: [TensorSpec]
    /// All tensors of the graph with their real shapes, by tensor index.
    package let tensors: [TensorSpec]
    /// Bytes of all tensors that are alive together.
    package var arenaByteCount: Int { layout.arenaByteCount }
    /// The threads that runs share.
    package let pool: WorkerPool
    /// The names of the nodes, for messages and profiles.
    package let nodeNames: [String]
    let steps: [Step]
    let layout: MemoryLayoutPlan
    /// Slots whose bytes start as zero and stay from run to run.
    let variables: [TensorSpec]
}

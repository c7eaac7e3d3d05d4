import SightTensor

/// A run of nodes that is planned as a whole.
///
/// A graph whose shapes are all known before it runs is one stage.
struct PreparedStage: Sendable {
    let steps: [PreparedGraph.Step]
    let layout: MemoryLayoutPlan
    /// All tensors of the graph as far as this stage knows them, by tensor index.
    let tensors: [TensorSpec]
    /// The graphs that nodes call, by call slot.
    let children: [PreparedGraph]
    /// What earlier stages computed and this plan rests on.
    let dependencies: [PlanDependency]
    /// Shapes that the stage before made while running, by tensor index.
    let givenShapes: [Int: Shape]
    /// The rest; `nil` when this is the last stage.
    let continuation: (any RestOfGraph)?
    /// What became of the candidates of the fusion plan.
    let fusions: [FusionOutcome]

    /// Whether the plan still serves, now that the stage before has run again.
    func serves(after stage: StageExecution) -> Bool {
        givenShapes == stage.shownShapes && dependencies.allSatisfy { $0.holds(after: stage) }
    }

    /// Bytes of the arena, with those of called graphs.
    var arenaByteCount: Int {
        children.reduce(layout.arenaByteCount) { $0 + $1.arenaByteCount }
    }
}

import SightModelFile

/// The decisions about the candidates of a ``FusionPlan`` so far.
struct FusionState: Sendable {
    /// A layer that its reader will compute.
    struct WaitingLayer: Sendable {
        let layer: any StripSource
        let node: Int
    }

    let plan: FusionPlan
    /// The borders that are not in memory, by tensor.
    private(set) var borders = IndexedValues<VirtualBorder>()
    /// The nodes whose results another node computes, with the tensors that have them.
    private(set) var finished = IndexedValues<Int>()
    /// The layers that their readers will compute, by output tensor.
    private(set) var waiting = IndexedValues<WaitingLayer>()
    /// `true` for the tensors that no node reads as a whole, so that they need no memory.
    private var unwritten = IndexedValues<Bool>()
    /// The decisions that depend on shapes and types, by node.
    private var decisions = IndexedValues<Decision>()

    /// Whether a candidate is fused.
    private enum Decision {
        case fused
        case refused(reason: String)

        /// The reason against it; `nil` if it is fused.
        var refusal: String? {
            switch self {
            case .fused: nil
            case .refused(let reason): reason
            }
        }
    }

    init(_ plan: FusionPlan) { self.plan = plan }

    // MARK: Decisions

    mutating func refuse(_ candidate: FusionPlan.Candidate?, _ reason: String) {
        if let candidate { decisions[candidate.node] = .refused(reason: reason) }
    }

    /// Whether a node is fused by now.
    func isFused(_ node: Int) -> Bool {
        if case .fused = decisions[node] { true } else { false }
    }

    /// Whether it is decided by now if a node is fused.
    func decides(_ node: Int) -> Bool { decisions[node] != nil }

    /// Returns the reason why a node is not fused; `nil` if it is, or without a decision.
    func refusal(of node: Int) -> String? { decisions[node]?.refusal }

    /// Records that another node does without the results of a node.
    mutating func leaveOut(_ node: Int) { decisions[node] = .fused }

    /// Records that a tensor has the image without its border.
    mutating func addBorder(_ border: VirtualBorder, of tensor: Int, _ node: Int) {
        borders[tensor] = border
        decisions[node] = .fused
    }

    /// Records that an earlier node will write a node's result to a tensor.
    mutating func finish(_ node: Int, in tensor: Int) {
        finished[node] = tensor
        decisions[node] = .fused
    }

    /// Records that the reader of a layer's output will compute the layer.
    mutating func wait(_ layer: any StripSource, _ node: Int, output: Int) {
        waiting[output] = WaitingLayer(layer: layer, node: node)
        unwritten[output] = true
    }

    /// Records that a layer is fused with its reader.
    mutating func join(_ output: Int) {
        guard let layer = waiting[output] else { return }
        waiting[output] = nil
        decisions[layer.node] = .fused
    }

    /// Records that a layer is not fused with its reader, and therefore needs memory.
    mutating func stopWaiting(_ output: Int, _ reason: String) {
        guard let layer = waiting[output] else { return }
        waiting[output] = nil
        unwritten[output] = nil
        decisions[layer.node] = .refused(reason: reason)
    }

    /// Removes the decisions about a tensor whose node is prepared again.
    mutating func forget(_ tensor: Int) {
        borders[tensor] = nil
        waiting[tensor] = nil
        unwritten[tensor] = nil
    }

    // MARK: Results

    /// Whether a tensor or scratch buffer needs no memory because of fusion.
    func isUnwritten(_ entry: Int) -> Bool { unwritten[entry] ?? false }

    /// Returns the outcome of each candidate; `reason` is called for those without a decision.
    func outcomes(reason: (FusionPlan.Candidate) -> String) -> [FusionOutcome] {
        plan.candidates.map { candidate in
            let refusal = decisions[candidate.node].map(\.refusal) ?? reason(candidate)
            return FusionOutcome(
                rule: candidate.rule, node: candidate.node, host: candidate.host,
                refusal: candidate.refusal ?? refusal)
        }
    }
}

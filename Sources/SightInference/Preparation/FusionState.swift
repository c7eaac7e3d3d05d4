import SightModelFile

/// What a graph's preparation has made of its ``FusionPlan`` so far.
struct FusionState: Sendable {
    /// A layer whose reader is to compute it.
    struct WaitingLayer: Sendable {
        let layer: any StripSource
        let node: Int
    }

    let plan: FusionPlan
    /// Borders that are not in memory, by tensor.
    private(set) var borders: [Int: VirtualBorder] = [:]
    /// Nodes whose results are there already, with the tensor that has them.
    private(set) var finished: [Int: Int] = [:]
    /// Layers that wait for their reader, by output tensor.
    private(set) var waiting: [Int: WaitingLayer] = [:]
    /// Tensors that no node reads as a whole, so that they need no memory.
    private(set) var unwritten: Set<Int> = []
    /// Candidates that shapes and types have decided on, by node: why not, or `nil`.
    private var decisions: [Int: String?] = [:]

    init(_ plan: FusionPlan) { self.plan = plan }

    // MARK: Decisions

    mutating func refuse(_ candidate: FusionPlan.Candidate?, _ reason: String) {
        if let candidate { decisions[candidate.node] = reason }
    }

    /// Notes that a tensor shows the image without its border.
    mutating func addBorder(_ border: VirtualBorder, of tensor: Int, _ node: Int) {
        borders[tensor] = border
        decisions[node] = .some(nil)
    }

    /// Notes that a node's result will be in a tensor before it runs.
    mutating func finish(_ node: Int, in tensor: Int) {
        finished[node] = tensor
        decisions[node] = .some(nil)
    }

    /// Leaves a layer to the reader of its output.
    mutating func wait(_ layer: any StripSource, _ node: Int, output: Int) {
        waiting[output] = WaitingLayer(layer: layer, node: node)
        unwritten.insert(output)
    }

    /// Notes that a layer has joined its reader.
    mutating func join(_ output: Int) {
        guard let layer = waiting.removeValue(forKey: output) else { return }
        decisions[layer.node] = .some(nil)
    }

    /// Gives a layer its memory back: nobody computes it strip by strip.
    mutating func stopWaiting(_ output: Int, _ reason: String) {
        guard let layer = waiting.removeValue(forKey: output) else { return }
        unwritten.remove(output)
        decisions[layer.node] = reason
    }

    /// Forgets what was noted of a tensor whose node is prepared once more.
    mutating func forget(_ tensor: Int) {
        borders[tensor] = nil
        waiting[tensor] = nil
        unwritten.remove(tensor)
    }

    // MARK: Results

    /// What became of each candidate; `reason` says why those undecided are not fused.
    func outcomes(reason: (FusionPlan.Candidate) -> String) -> [FusionOutcome] {
        plan.candidates.map { candidate in
            let decision = decisions[candidate.node] ?? reason(candidate)
            return FusionOutcome(
                rule: candidate.rule, node: candidate.node, host: candidate.host,
                refusal: candidate.refusal ?? decision)
        }
    }
}

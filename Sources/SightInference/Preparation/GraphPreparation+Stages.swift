import SightModelFile
import SightTensor

/// Prepares a stage: the nodes whose shapes are known before they run.
extension GraphPreparation {
    /// Prepares nodes up to the first whose shapes depend on values that a run computes.
    ///
    /// - Throws: ``ModelError`` when a node is invalid for all values.
    func prepareStage(from first: Int) throws(ModelError) -> PreparedStage {
        defer { packing.finish() }
        let byteCount = budget.byteCount
        try budget.spend(entries.count * Self.listedBytes, place: "graph \(subgraph)")
        var steps: [PreparedGraph.Step] = []
        var rest: Int?
        for node in graph.nodes[first...] {
            guard let prepared = try prepareOrStop(node) else {
                rest = node.index
                break
            }
            steps += prepared
            if !shown.isEmpty {
                rest = node.index + 1
                break
            }
        }
        steps += waitingSteps()
        keepTensors(for: rest)
        let layout = try layout()
        try budget.spendArena(layout.arenaByteCount)
        return PreparedStage(
            steps: steps, layout: layout, tensors: graph.tensors.indices.map { spec($0) },
            children: children, dependencies: dependencies, givenShapes: givenShapes,
            continuation: rest.map {
                StageContinuation(
                    settings: settings, subgraph: subgraph, node: $0, entries: entriesForRest(),
                    fusion: fusion, budget: budget)
            }, preparedByteCount: budget.byteCount - byteCount,
            fusions: fusionOutcomes(before: rest))
    }

    /// The bytes that the lists of a stage have for each tensor: its entry here and for the rest of
    /// the graph, its description, which is an object of about 160 bytes, its place and its
    /// address.
    private static var listedBytes: Int {
        2 * MemoryLayout<TensorEntry>.stride + 160 + MemoryLayout<MemoryLayoutPlan.Place>.stride
            + MemoryLayout<UnsafeRawPointer>.stride
    }

    /// Returns the steps of a node; `nil` if the node needs values that this stage computes.
    private func prepareOrStop(_ node: Node) throws(ModelError) -> [PreparedGraph.Step]? {
        let mark = mark(before: node)
        do throws(ModelError) {
            return try prepare(node)
        } catch {
            guard needsRun else { throw error }
            restore(mark, before: node)
            return nil
        }
    }

    private func prepare(_ node: Node) throws(ModelError) -> [PreparedGraph.Step] {
        guard let kind = settings.findOperator(node.code), try !initializesVariable(node) else {
            return []
        }
        startNode()
        let packed = packing.useCount
        let preparation = Preparation(
            node: node, threadCount: settings.pool.threadCount, graph: self)
        let operations = try fuse(preparation) { () throws(ModelError) in
            try kind.prepare(node.options, preparation)
        }
        for tensor in node.inputs.compactMap(\.self) { use(tensor) }
        if hasEffects { noteChanges(of: node.inputs.compactMap(\.self)) }
        for tensor in node.outputs where !shown.contains(tensor) { use(tensor) }
        defer { step += 1 }
        let steps = operations.compactMap { operation in
            type(of: operation) == NoOperation.self
                ? nil
                : PreparedGraph.Step(operation, node: node.index, fusedNodes: fusedNodes)
        }
        guard areConstant(node.inputs), !node.inputs.isEmpty, !steps.isEmpty, !hasEffects else {
            return steps
        }
        if packing.useCount > packed { packing.finish() }
        try ConstantFolding.run(steps, of: node, in: self)
        return []
    }

    /// Whether a node gives a variable its first value, which must be zero, as without the node.
    ///
    /// - Throws: ``ModelError`` with code `unsupported` for another value.
    private func initializesVariable(_ node: Node) throws(ModelError) -> Bool {
        guard graph.initializesVariable(node), let input = node.inputs[0] else { return false }
        guard let constant = entries[input].constant, constant.bytes.allSatisfy({ $0 == 0 }) else {
            throw ModelError(
                .unsupported, "\(place(of: node)): the variable begins with another value than 0")
        }
        return true
    }

    /// Plans a place for every buffer that is not constant, for the whole run.
    ///
    /// - Returns: a place for every slot.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    private func layout() throws(ModelError) -> MemoryLayoutPlan {
        let requests = entries.indices.map { entry in
            ArenaPlanner.Request(
                byteCount: needsMemory(entry) ? entries[entry].byteCount : 0,
                lifetime: entries[entry].lifetime ?? 0...0)
        }
        let (offsets, byteCount) = ArenaPlanner.plan(requests, comparisons: &budget.comparisons)
        try checkArena(byteCount)
        let places = entries.indices.map { slot -> MemoryLayoutPlan.Place in
            let (root, offset) = place(of: slot)
            if let constant = entries[root].constant { return .constant(constant) }
            if entries[root].isEarlier { return .earlier(slot: root, offset: offset) }
            return entries[root].lifetime == nil ? .nowhere : .arena(offset: offsets[root] + offset)
        }
        return MemoryLayoutPlan(places: places, arenaByteCount: byteCount)
    }

    /// Checks the memory of the tensors that are in use at the same time.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func checkArena(_ byteCount: Int) throws(ModelError) {
        guard byteCount <= limits.arenaByteCount else {
            throw ModelError(
                .tooLarge,
                "the tensors need \(byteCount) bytes at once, the limit is \(limits.arenaByteCount)"
            )
        }
    }

    /// Keeps the tensors that callers may read or later stages need until the end of the run.
    private func keepTensors(for rest: Int?) {
        let lastStep = max(0, step)
        let named = model.namedTensors(of: subgraph)
        let lasting = graph.inputs + graph.variables
        for tensor in lasting { keep(tensor, fromStart: true, through: lastStep) }
        guard let rest else {
            for tensor in graph.outputs + named {
                keep(tensor, fromStart: false, through: lastStep)
            }
            return
        }
        let needed = graph.nodes[rest...].flatMap { $0.inputs.compactMap(\.self) }
        for tensor in needed + placesOfItems(for: rest) + graph.outputs + named
        where isUsed(tensor) {
            keep(tensor, fromStart: false, through: lastStep)
        }
    }

    /// Returns the places that assignments in later stages read in place of their SLICEs.
    private func placesOfItems(for rest: Int) -> [Int] {
        graph.nodes[rest...].compactMap { fusion.plan.assignment(to: $0.index)?.place }
    }
}

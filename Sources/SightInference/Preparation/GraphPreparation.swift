import SightModelFile
import SightTensor

/// The state of a graph while the nodes of one stage are prepared one after the other.
///
/// Most graphs have one stage. A node whose output shapes depend on a value that the graph itself
/// computes ends a stage: the stage runs, and another object of this class continues behind it with
/// the values that it computed. One thread prepares all nodes of a stage.
final class GraphPreparation {
    let settings: PreparationSettings
    let subgraph: Int
    let graph: Subgraph
    /// The memory and calls that the plan needs so far.
    var budget: PreparationBudget
    private(set) var entries: [TensorEntry] = []
    /// The aligned copies of constants by their range in the file: tensors may share a buffer.
    private var copies: [Range<Int>: ConstantBytes] = [:]
    /// The previous stage, which has run; `nil` for the first stage.
    private let previous: StageExecution?
    /// The values of earlier stages on which this plan depends.
    private(set) var dependencies: [PlanDependency] = []
    /// The graphs that nodes call.
    private(set) var children: [PreparedGraph] = []
    /// Whether the current node needs a value that this stage computes: the stage ends before it.
    private(set) var needsRun = false
    /// Variables that nodes of this stage write: a later node of the stage does not read the values
    /// from before the stage.
    private var changed: Set<Int> = []
    /// Outputs of the current node whose shapes only its run determines: the stage ends after it.
    private(set) var shown: Set<Int> = []
    /// Whether the current node does more than compute its outputs.
    ///
    /// Such a node is not replaced by constants, even if all its inputs are constant.
    var hasEffects = false
    /// The number of the step that the current node becomes, counted within the stage.
    var step = 0
    /// The nodes that are fused into the current one.
    var fusedNodes: [Int] = []
    /// The operators whose results later nodes may read, too, by what they compute.
    private var sharedWork: [SharedWork.Key: SharedWork] = [:]
    /// The slots of the current node's working memory.
    private(set) var currentScratch: [Int] = []
    /// The addresses with which nodes are folded, one after the other.
    private var foldingAddresses: SlotAddresses?
    /// Packs the weights of layers on the threads of the pool while further nodes are prepared.
    let packing: WeightPacking
    /// The decisions about fusion so far.
    var fusion: FusionState

    var model: Model { settings.model }
    var rounding: Rounding { settings.rounding }
    var precision: FloatPrecision { settings.precision }
    var limits: ModelLimits { settings.limits }

    /// Starts the first stage of a graph.
    init(
        _ settings: PreparationSettings, subgraph: Int, inputShapes: [Int: Shape],
        budget: PreparationBudget
    ) throws(ModelError) {
        self.settings = settings
        self.subgraph = subgraph
        self.budget = budget
        graph = settings.model.subgraphs[subgraph]
        fusion = FusionState(settings.model.fusionPlan(of: subgraph))
        previous = nil
        packing = WeightPacking(
            expected: graph.weightByteCount(limit: 2 * settings.model.bytes.count),
            pool: settings.pool)
        entries.reserveCapacity(graph.tensors.count)
        for (index, tensor) in graph.tensors.enumerated() {
            entries.append(
                TensorEntry(
                    info: tensor, elementType: tensor.elementType, shape: tensor.shape,
                    byteCount: tensor.elementType.byteCount(of: tensor.shape.elementCount) ?? 0,
                    constant: try constant(tensor, place: "tensor \(index) \"\(tensor.name)\"")))
        }
        // Without elements, the result of a node looks like an empty constant, but the node
        // determines its shape.
        for node in graph.nodes {
            for output in node.outputs { entries[output].constant = nil }
        }
        for (position, tensor) in graph.inputs.enumerated() {
            entries[tensor].constant = nil
            if let shape = inputShapes[position] {
                try setShape(tensor, shape, place: "input \(position)")
            }
        }
        // A file may name one tensor as several inputs.
        for (position, tensor) in graph.inputs.enumerated() {
            let found = entries[tensor].shape
            if let shape = inputShapes[position], shape != found {
                throw ModelError(
                    .invalidShape,
                    "input \(position) has the shape \(shape), another input of the same tensor "
                        + "\(found)")
            }
        }
    }

    /// Starts the stage after one that has run.
    init(_ rest: StageContinuation, after previous: StageExecution) throws(ModelError) {
        settings = rest.settings
        subgraph = rest.subgraph
        budget = rest.budget
        graph = rest.settings.model.subgraphs[rest.subgraph]
        self.previous = previous
        packing = WeightPacking(expected: 0, pool: settings.pool)
        entries = rest.entries
        fusion = rest.fusion
        for (tensor, shape) in previous.shownShapes {
            try setShape(tensor, shape, place: "tensor \(tensor)")
        }
    }

    /// Returns the bytes of a constant, with aligned elements; `nil` for other tensors.
    ///
    /// `place` names the tensor in errors.
    private func constant(
        _ tensor: TensorInfo, place: @autoclosure () -> String
    ) throws(ModelError) -> ConstantBytes? {
        guard let range = tensor.data else {
            return tensor.isEmptyConstant
                ? ConstantBytes(UnsafeRawBufferPointer(start: nil, count: 0), owner: model.bytes)
                : nil
        }
        if tensor.elementType == .string { return model.strings[range] }
        let bytes = try model.bytes.slice(range)
        if let sparsity = tensor.sparsity {
            return try dense(tensor, sparsity, bytes, place: place())
        }
        // Kernels accept any address, but each element has to be aligned to its own size.
        guard range.lowerBound % (tensor.elementType.byteWidth ?? 16) != 0 else {
            return ConstantBytes(bytes, owner: model.bytes)
        }
        if let copy = copies[range] { return copy }
        try budget.spend(bytes.count, place: place())
        let storage = AlignedStorage(byteCount: bytes.count)
        storage.bytes.copyMemory(from: bytes)
        let copy = ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage)
        copies[range] = copy
        return copy
    }

    /// Returns all elements of a constant that the file stores without its zeros.
    private func dense(
        _ tensor: TensorInfo, _ sparsity: Sparsity, _ bytes: UnsafeRawBufferPointer,
        place: @autoclosure () -> String
    ) throws(ModelError) -> ConstantBytes {
        guard let width = tensor.elementType.byteWidth,
            let byteCount = tensor.elementType.byteCount(of: tensor.shape.elementCount)
        else {
            throw ModelError(.unsupported, "\(place()): sparse elements of \(tensor.elementType)")
        }
        try budget.spendFolded(byteCount, place: place())
        let storage = AlignedStorage(byteCount: byteCount)
        do throws(ModelError) {
            try SparseWalk.fill(
                storage.bytes, from: bytes, sparsity, shape: tensor.shape, elementSize: width)
        } catch {
            throw ModelError(error.code, "\(place()): \(error.message)")
        }
        return ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage)
    }

    // MARK: Requests of operators

    func spec(_ tensor: Int, slot: TensorSlot? = nil) -> TensorSpec {
        entries[tensor].spec(slot ?? TensorSlot(index: tensor))
    }

    func setType(_ tensor: Int, _ elementType: ElementType) {
        entries[tensor].elementType = elementType
    }

    func setShape(
        _ tensor: Int, _ shape: Shape, place: @autoclosure () -> String
    ) throws(ModelError) {
        let type = entries[tensor].elementType
        let byteCount = type.bitWidth == nil ? 0 : type.byteCount(of: shape.elementCount)
        // Loops also run over the extents of empty tensors.
        guard let byteCount, max(byteCount, shape.span) <= limits.tensorByteCount else {
            throw ModelError(
                .tooLarge,
                "\(place()): a tensor of shape \(shape) exceeds the limit of "
                    + "\(limits.tensorByteCount) bytes")
        }
        entries[tensor].shape = shape
        entries[tensor].byteCount = byteCount
        // A tensor declared without elements looks like an empty constant until it is written.
        entries[tensor].constant = nil
    }

    /// Makes a tensor share the bytes of another one, from `offset` on.
    ///
    /// - Precondition: a constant is shared as a whole.
    func alias(_ tensor: Int, to source: Int, offset: Int = 0) {
        let place = place(of: source)
        entries[tensor].aliased = place.root
        entries[tensor].offset = place.offset + offset
        entries[tensor].constant = entries[place.root].constant
    }

    /// Reserves working memory that only the current step uses.
    func scratch(byteCount: Int, place: @autoclosure () -> String) throws(ModelError)
        -> TensorSlot
    {
        guard byteCount >= 0, byteCount <= limits.tensorByteCount else {
            throw ModelError(
                .tooLarge,
                "\(place()): \(byteCount) bytes of working memory exceed the limit of "
                    + "\(limits.tensorByteCount)")
        }
        entries.append(
            TensorEntry(
                info: nil, elementType: .uint8, shape: [byteCount], byteCount: byteCount,
                lifetime: step...step))
        currentScratch.append(entries.count - 1)
        return TensorSlot(index: entries.count - 1)
    }

    func place(of node: Node) -> String { graph.place(of: node) }

    // MARK: Values of earlier stages

    /// Returns the bytes of a tensor that an earlier stage computed; `nil` ends this stage.
    func earlierBytes(of tensor: Int) -> UnsafeRawBufferPointer? {
        let (root, offset) = place(of: tensor)
        guard let previous, entries[root].isEarlier, !changed.contains(root) else {
            needsRun = true
            return nil
        }
        return UnsafeRawBufferPointer(
            start: previous.address(root) + offset, count: entries[tensor].byteCount)
    }

    /// Records that a node with effects reads variables, and writes some of them when it runs.
    func noteChanges(of tensors: [Int]) {
        for tensor in tensors {
            let root = root(of: tensor)
            if entries[root].info?.isVariable ?? false { changed.insert(root) }
        }
    }

    /// Records that the plan depends on a value.
    func note(_ finding: PlanDependency.Finding, of tensor: Int, _ byteCount: Int) {
        let (root, offset) = place(of: tensor)
        dependencies.append(
            PlanDependency(slot: root, offset: offset, byteCount: byteCount, finding: finding))
    }

    /// The shapes on which the plan depends, by tensor index.
    var givenShapes: [Int: Shape] { previous?.shownShapes ?? [:] }

    /// Records that only the run determines the shape of an output of the current node.
    func leaveToRun(_ tensor: Int) {
        shown.insert(tensor)
        hasEffects = true
    }

    /// The state before a node, which is restored if the node cannot be prepared yet.
    struct Mark {
        /// The entries of the node's outputs.
        let outputs: [TensorEntry]
        let entryCount: Int
        let dependencyCount: Int
        let childCount: Int
        let budget: PreparationBudget
    }

    func mark(before node: Node) -> Mark {
        Mark(
            outputs: node.outputs.map { entries[$0] }, entryCount: entries.count,
            dependencyCount: dependencies.count, childCount: children.count, budget: budget)
    }

    func restore(_ mark: Mark, before node: Node) {
        for (tensor, entry) in zip(node.outputs, mark.outputs) {
            entries[tensor] = entry
            fusion.forget(tensor)
        }
        entries.removeSubrange(mark.entryCount...)
        sharedWork = sharedWork.filter { $1.entryCount <= mark.entryCount }
        dependencies.removeSubrange(mark.dependencyCount...)
        children.removeSubrange(mark.childCount...)
        budget = mark.budget
        shown = []
        currentScratch = []
    }

    /// Returns the tensors for the next stage, which finds the bytes of this stage by address.
    func entriesForRest() -> [TensorEntry] {
        graph.tensors.indices.map { tensor in
            var entry = entries[tensor]
            entry.isEarlier = entry.isEarlier || entry.lifetime != nil || shown.contains(tensor)
            entry.lifetime = nil
            return entry
        }
    }

    /// Prepares a graph that a node calls.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge` for calls that are too deep or too many, and
    ///   the errors of preparing.
    func prepareCall(_ subgraph: Int, inputShapes: [Int: Shape], place: String) throws(ModelError)
        -> CallSlot
    {
        guard settings.depth < limits.callDepth else {
            throw ModelError(
                .tooLarge, "\(place): graphs call graphs more than \(limits.callDepth) deep")
        }
        try budget.spendCall(place: place)
        var inner = settings
        inner.depth += 1
        let child = try PreparedGraph.make(
            inner, subgraph: subgraph, inputShapes: inputShapes, budget: &budget)
        children.append(child)
        hasEffects = true
        return CallSlot(index: children.count - 1)
    }

    /// Returns the graph of a call slot.
    func child(_ slot: CallSlot) -> PreparedGraph { children[slot.index] }

    // MARK: Lifetimes of tensors

    /// Follows aliases to the entry that has the bytes.
    func root(of entry: Int) -> Int { place(of: entry).root }

    /// Follows aliases to the entry that has the bytes, and to the place of the first byte in them.
    func place(of entry: Int) -> (root: Int, offset: Int) {
        var (entry, offset) = (entry, 0)
        while let next = entries[entry].aliased {
            offset += entries[entry].offset
            entry = next
        }
        return (entry, offset)
    }

    /// Records that the current step reads or writes a tensor.
    func use(_ tensor: Int) {
        let root = root(of: tensor)
        let lifetime = entries[root].lifetime ?? step...step
        entries[root].lifetime = min(lifetime.lowerBound, step)...max(lifetime.upperBound, step)
    }

    /// Returns an operator that an earlier node of the stage has added for the same key, and keeps
    /// its results until the current step.
    func sharedWork(_ key: SharedWork.Key) -> (any PreparedOperator)? {
        guard let work = sharedWork[key] else { return nil }
        work.results.forEach(use)
        return work.operation
    }

    /// Lets later nodes read the results of an operator that the current node adds.
    func share(_ operation: any PreparedOperator, _ key: SharedWork.Key, results: [Int]) {
        sharedWork[key] = SharedWork(
            operation: operation, results: results, entryCount: entries.count)
    }

    /// Whether this stage has the bytes of a tensor.
    func isUsed(_ tensor: Int) -> Bool { entries[root(of: tensor)].lifetime != nil }

    /// Keeps a tensor's bytes from its first use, or from the start of the run, until its end.
    func keep(_ tensor: Int, fromStart: Bool, through lastStep: Int) {
        let root = root(of: tensor)
        let first = fromStart ? 0 : entries[root].lifetime?.lowerBound ?? 0
        entries[root].lifetime = first...lastStep
    }

    /// Whether every tensor in a list is constant.
    func areConstant(_ tensors: [Int?]) -> Bool {
        tensors.allSatisfy { $0.map { entries[$0].constant != nil } ?? true }
    }

    func makeConstant(_ tensor: Int, _ bytes: ConstantBytes) {
        entries[tensor].constant = bytes
    }

    /// Records that the working memory from now on belongs to the next node.
    func startNode() {
        (hasEffects, fusedNodes, currentScratch) = (false, [], [])
    }

    /// Removes the working memory of the current node, which has been folded.
    func dropScratch() {
        for slot in currentScratch { entries[slot].lifetime = nil }
    }

    /// Returns addresses for all slots so far; the caller resets those that it has set.
    ///
    /// New ones for each folded node would take the square of the number of tensors in time.
    func addressesForFolding() -> SlotAddresses {
        if let foldingAddresses, foldingAddresses.count >= entries.count { return foldingAddresses }
        let addresses = SlotAddresses(count: 2 * entries.count)
        foldingAddresses = addresses
        return addresses
    }
}

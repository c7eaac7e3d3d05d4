import SightTensor

/// The state of a graph while its nodes are prepared one after the other.
///
/// Lives on one thread, from the first node to the last.
final class GraphPreparation {
    /// A tensor or scratch buffer: what is known about it so far.
    private struct Entry {
        var info: TensorInfo?
        var elementType: ElementType
        var shape: Shape
        var byteCount: Int
        var constant: ConstantBytes?
        /// Another entry whose bytes this one shows.
        var aliased: Int?
        /// First and last step that use the bytes; `nil` while nothing does.
        var lifetime: ClosedRange<Int>?

        func isUsed(at step: Int) -> Bool { lifetime?.contains(step) ?? false }

        func needsMemory(at step: Int?) -> Bool {
            constant == nil && aliased == nil && lifetime != nil
                && step.map { isUsed(at: $0) } ?? true
        }
    }

    let model: Model
    let graph: Subgraph
    let rounding: Rounding
    let limits: ModelLimits
    private var entries: [Entry] = []
    /// Aligned copies of constants by their place in the file: tensors may share a buffer.
    private var copies: [Range<Int>: ConstantBytes] = [:]
    /// Bytes of all constants computed so far.
    private var foldedByteCount = 0
    /// The step being prepared.
    var step = 0

    init(
        model: Model, graph: Subgraph, inputShapes: [Int: Shape], rounding: Rounding,
        limits: ModelLimits
    ) throws(ModelError) {
        self.model = model
        self.graph = graph
        self.rounding = rounding
        self.limits = limits
        for tensor in graph.tensors {
            entries.append(
                Entry(
                    info: tensor, elementType: tensor.elementType, shape: tensor.shape,
                    byteCount: tensor.elementType.byteCount(of: tensor.shape.elementCount) ?? 0,
                    constant: try constant(tensor)))
        }
        for (position, tensor) in graph.inputs.enumerated() {
            entries[tensor].constant = nil
            if let shape = inputShapes[position] {
                try setShape(tensor, shape, place: "input \(position)")
            }
        }
    }

    private func constant(_ tensor: TensorInfo) throws(ModelError) -> ConstantBytes? {
        guard let range = tensor.data else {
            return tensor.isEmptyConstant
                ? ConstantBytes(UnsafeRawBufferPointer(start: nil, count: 0), owner: model.bytes)
                : nil
        }
        let bytes = try model.bytes.slice(range)
        guard range.lowerBound % 16 != 0 else { return ConstantBytes(bytes, owner: model.bytes) }
        if let copy = copies[range] { return copy }
        let storage = AlignedStorage(byteCount: bytes.count)
        storage.bytes.copyMemory(from: bytes)
        let copy = ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage)
        copies[range] = copy
        return copy
    }

    // MARK: What operators ask for

    func spec(_ tensor: Int, slot: TensorSlot? = nil) -> TensorSpec {
        let entry = entries[tensor]
        return TensorSpec(
            slot: slot ?? TensorSlot(index: tensor), name: entry.info?.name ?? "",
            elementType: entry.elementType, shape: entry.shape,
            quantization: entry.info?.quantization, constant: entry.constant,
            isVariable: entry.info?.isVariable ?? false)
    }

    func setType(_ tensor: Int, _ elementType: ElementType) {
        entries[tensor].elementType = elementType
    }

    func setShape(_ tensor: Int, _ shape: Shape, place: String) throws(ModelError) {
        let type = entries[tensor].elementType
        let byteCount = type.bitWidth == nil ? 0 : type.byteCount(of: shape.elementCount)
        guard let byteCount, byteCount <= limits.tensorByteCount else {
            throw ModelError(
                .tooLarge,
                "\(place): a tensor of shape \(shape) passes the limit of "
                    + "\(limits.tensorByteCount) bytes")
        }
        entries[tensor].shape = shape
        entries[tensor].byteCount = byteCount
        // A tensor declared without elements looks like an empty constant until it is written.
        entries[tensor].constant = nil
    }

    func alias(_ tensor: Int, to source: Int) {
        let root = root(of: source)
        entries[tensor].aliased = root
        entries[tensor].constant = entries[root].constant
    }

    func scratch(byteCount: Int, place: String) throws(ModelError) -> TensorSlot {
        guard byteCount >= 0, byteCount <= limits.tensorByteCount else {
            throw ModelError(
                .tooLarge,
                "\(place): \(byteCount) bytes of working memory pass the limit of "
                    + "\(limits.tensorByteCount)")
        }
        entries.append(
            Entry(
                info: nil, elementType: .uint8, shape: [byteCount], byteCount: byteCount,
                lifetime: step...step))
        return TensorSlot(index: entries.count - 1)
    }

    func place(of node: Node) -> String {
        let name = node.outputs.first.map { " \"\(graph.tensors[$0].name)\"" } ?? ""
        return "\(node.code.name) #\(node.index)\(name)"
    }

    // MARK: What the plan needs

    /// Follows aliases to the entry that has the bytes.
    func root(of entry: Int) -> Int {
        var entry = entry
        while let next = entries[entry].aliased { entry = next }
        return entry
    }

    /// Notes that the current step reads or writes a tensor.
    func use(_ tensor: Int) {
        let root = root(of: tensor)
        let lifetime = entries[root].lifetime ?? step...step
        entries[root].lifetime = min(lifetime.lowerBound, step)...max(lifetime.upperBound, step)
    }

    /// Keeps a tensor's bytes through the whole run.
    func keep(_ tensor: Int, through lastStep: Int) {
        entries[root(of: tensor)].lifetime = 0...lastStep
    }

    /// Whether every tensor in a list is constant.
    func areConstant(_ tensors: [Int?]) -> Bool {
        tensors.allSatisfy { $0.map { entries[$0].constant != nil } ?? true }
    }

    func makeConstant(_ tensor: Int, _ bytes: ConstantBytes) {
        entries[tensor].constant = bytes
    }

    /// Counts bytes of a constant that is about to be computed.
    func spendFolded(_ byteCount: Int, place: String) throws(ModelError) {
        foldedByteCount += byteCount
        guard foldedByteCount <= limits.foldedByteCount else {
            throw ModelError(
                .tooLarge,
                "\(place): computed constants pass the limit of \(limits.foldedByteCount) bytes")
        }
    }

    /// Forgets the working memory of the current step: its node has been folded.
    func dropScratch() {
        for index in graph.tensors.count..<entries.count where entries[index].isUsed(at: step) {
            entries[index].lifetime = nil
        }
    }

    /// Places every buffer that is not constant.
    ///
    /// - Parameter step: leave out what this step does not use; `nil` for the whole run.
    /// - Returns: a place for every slot.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func layout(at step: Int? = nil) throws(ModelError) -> MemoryLayoutPlan {
        let requests = entries.map { entry in
            ArenaPlanner.Request(
                byteCount: entry.needsMemory(at: step) ? entry.byteCount : 0,
                lifetime: entry.lifetime ?? 0...0)
        }
        let (offsets, byteCount) = ArenaPlanner.plan(requests)
        guard byteCount <= limits.arenaByteCount else {
            throw ModelError(
                .tooLarge,
                "the tensors need \(byteCount) bytes at once, the limit is \(limits.arenaByteCount)"
            )
        }
        let places = entries.indices.map { index -> MemoryLayoutPlan.Place in
            let root = root(of: index)
            return entries[root].constant.map { .constant($0) } ?? .arena(offset: offsets[root])
        }
        return MemoryLayoutPlan(places: places, arenaByteCount: byteCount)
    }
}

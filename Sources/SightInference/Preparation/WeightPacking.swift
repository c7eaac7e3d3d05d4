import SightModelFile
import SightTensor

/// Memory for the packed weights of a graph, and their packing, which other threads do while this
/// one prepares further nodes.
///
/// Lives on the thread that prepares the graph.
final class WeightPacking {
    private let work: PendingWork
    /// How many layers have left their weights here.
    private(set) var layerCount = 0
    /// The memory that parts are taken from: how much of it is given away, and is in memory.
    private var block: AlignedStorage?
    private var used = 0
    private var populated = 0
    /// Bytes of weights that are still to come.
    private var expected: Int

    /// Bytes that are asked from the system at once.
    private static let step = 1 << 18
    /// Largest block that is taken for weights to come.
    private static let maximumBlock = 1 << 26

    /// `expected`: about how many bytes of weights will be packed.
    init(expected: Int, pool: WorkerPool) {
        self.expected = expected
        work = PendingWork(pool: pool)
    }

    /// Zeroed memory for the packed weights of a layer.
    func storage(byteCount: Int) -> AlignedStorage {
        let alignment = AlignedStorage.alignment
        let size = (byteCount + AlignedStorage.padding + alignment - 1) / alignment * alignment
        guard size <= Self.maximumBlock else { return AlignedStorage(byteCount: byteCount) }
        let block = block(for: size)
        let part = AlignedStorage(part: byteCount, at: used, of: block)
        used += size
        // Where others pack, they take the pages as they come: the system would hold this thread up
        // while it clears many for another.
        if used > populated, !work.isShared {
            let end = min(block.byteCount, max(used, populated + Self.step))
            block.populate(populated..<end)
            populated = end
        }
        return part
    }

    private func block(for size: Int) -> AlignedStorage {
        if let block, block.byteCount - used >= size { return block }
        expected = max(0, expected - used)
        let wanted = min(expected + expected / 16, Self.maximumBlock)
        let block = AlignedStorage(reserving: max(size, wanted))
        (self.block, used, populated) = (block, 0, 0)
        return block
    }

    /// Leaves weights to be packed: `pack` runs once, on any thread, before the graph does.
    func add(_ pack: @escaping () -> Void) {
        layerCount += 1
        work.add(pack)
    }

    /// Returns when all weights are packed.
    func finish() { work.finish() }
}

extension Subgraph {
    /// About how many bytes the packed weights of convolutions and fully connected layers take,
    /// `limit` at most.
    func weightByteCount(limit: Int) -> Int {
        var sum = 0
        for node in nodes {
            switch node.code {
            case .builtin(.conv2D), .builtin(.fullyConnected):
                sum = min(limit, sum + weightByteCount(node, channelAxis: 0, limit: limit))
            case .builtin(.depthwiseConv2D):
                sum = min(limit, sum + weightByteCount(node, channelAxis: 3, limit: limit))
            default: continue
            }
        }
        return sum
    }

    /// Kernels take channels in blocks, with five numbers for each and some memory to spare.
    private func weightByteCount(_ node: Node, channelAxis: Int, limit: Int) -> Int {
        guard node.inputs.count > 1, let filter = node.inputs[1] else { return 0 }
        let tensor = tensors[filter]
        guard tensor.shape.dimensions.indices.contains(channelAxis),
            let raw = tensor.elementType.byteCount(of: tensor.shape.elementCount), raw <= limit
        else { return 0 }
        let channels = tensor.shape[channelAxis]
        let blocks = (channels + 31) / 32
        // Bytes of three rows take the place of four.
        let bytes = channelAxis == 3 && tensor.elementType != .float32 ? raw / 3 * 4 : raw
        return bytes / max(1, channels) * 32 * blocks + 640 * blocks + 1280
    }
}

import SightModelFile
import SightTensor

/// The memory for the packed weights of a graph, and the tasks that pack them on other threads
/// while further nodes are prepared.
///
/// Only the thread that prepares the graph may use it.
final class WeightPacking {
    private let work: PendingWork
    /// The tasks that run after all of `work`.
    private var lastTasks: [() -> Void] = []
    /// The last packed weights, which later layers may share.
    private var recent: [PackedWeights] = []
    /// The number of tasks that were added, and of uses of the weights of earlier tasks.
    private(set) var useCount = 0
    /// The block from which parts are taken; `used` bytes are taken, `populated` bytes have pages.
    private var block: AlignedStorage?
    private var used = 0
    private var populated = 0
    /// The expected number of bytes of weights that were not added yet.
    private var expected: Int

    /// The number of bytes for which pages are requested at once.
    private static let step = 1 << 16
    /// The size of the smallest block after the first one, whose size was expected.
    private static let laterBlock = 1 << 18
    /// The size of the largest block that is reserved for future weights.
    private static let maximumBlock = 1 << 26
    /// The most packed weights that are remembered.
    ///
    /// A step of a recurrent network has fewer layers, and so has the head of a detector. A search
    /// through all weights of a large network would take longer.
    private static let recentCount = 64

    /// `expected` is the approximate number of bytes of all packed weights.
    init(expected: Int, pool: WorkerPool) {
        self.expected = expected
        work = PendingWork(pool: pool)
    }

    /// Returns zeroed memory for the packed weights of a layer.
    func storage(byteCount: Int) -> AlignedStorage {
        let alignment = AlignedStorage.alignment
        let size = (byteCount + AlignedStorage.padding + alignment - 1) / alignment * alignment
        guard size <= Self.maximumBlock else { return AlignedStorage(byteCount: byteCount) }
        let block = block(for: size)
        let part = AlignedStorage(part: byteCount, at: used, of: block)
        used += size
        // If other threads pack, they get pages when they touch them: requesting many pages would
        // delay this thread while the system clears them.
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
        let least = self.block == nil ? size : max(size, Self.laterBlock)
        let block = AlignedStorage(reserving: max(least, wanted))
        (self.block, used, populated) = (block, 0, 0)
        return block
    }

    /// Adds a task that packs weights; it runs once, on any thread, before the graph runs.
    ///
    /// With `isLast`, it runs after all others that were added without.
    func add(isLast: Bool = false, _ pack: @escaping () -> Void) {
        useCount += 1
        if isLast { lastTasks.append(pack) } else { work.add(pack) }
    }

    /// Returns recent packed weights that a further layer will use.
    func shared(where areSuitable: (PackedWeights) -> Bool) -> PackedWeights? {
        guard let weights = recent.last(where: areSuitable) else { return nil }
        useCount += 1
        return weights
    }

    /// Remembers packed weights for later layers, instead of the oldest ones.
    func remember(_ weights: PackedWeights) {
        if recent.count == Self.recentCount { recent.removeFirst() }
        recent.append(weights)
    }

    /// Waits until all weights are packed.
    func finish() {
        work.finish()
        for task in lastTasks { task() }
        lastTasks = []
    }
}

extension Subgraph {
    /// Returns the approximate number of bytes of the packed weights of convolutions and fully
    /// connected layers, at most `limit`.
    func weightByteCount(limit: Int) -> Int {
        var sum = 0
        for node in nodes {
            switch node.code {
            case .builtin(.conv2D), .builtin(.fullyConnected), .builtin(.transposeConv):
                sum = min(limit, sum + weightByteCount(node, channelAxis: 0, limit: limit))
            case .builtin(.depthwiseConv2D), .builtin(.conv3DTranspose):
                sum = min(limit, sum + weightByteCount(node, channelAxis: 3, limit: limit))
            case .builtin(.conv3D):
                sum = min(limit, sum + weightByteCount(node, channelAxis: 4, limit: limit))
            default: continue
            }
        }
        return sum
    }

    /// Returns the size for one layer.
    ///
    /// Kernels read 16 channels at once. These have 448 bytes of parameters and a census of 136
    /// bytes.
    private func weightByteCount(_ node: Node, channelAxis: Int, limit: Int) -> Int {
        guard node.inputs.count > 1, let filter = node.inputs[1] else { return 0 }
        let tensor = tensors[filter]
        guard tensor.shape.dimensions.indices.contains(channelAxis),
            let raw = tensor.elementType.byteCount(of: tensor.shape.elementCount), raw <= limit
        else { return 0 }
        let channels = tensor.shape[channelAxis]
        let blocks = (channels + 31) / 32
        // Three rows of bytes are packed into the space of four.
        let bytes = channelAxis == 3 && tensor.elementType != .float32 ? raw / 3 * 4 : raw
        return bytes / max(1, channels) * 32 * blocks + 1168 * blocks + 1408
    }
}

import SightTensor

/// Spreads the stored elements of a sparse constant over its dense form.
///
/// Every index is checked on the way; work is bounded by the numbers that the file holds, since
/// stored elements are met in order and once each.
struct SparseWalk {
    private let sparsity: Sparsity
    private let shape: Shape
    private let elementSize: Int
    private let stored: UnsafeRawBufferPointer
    private let dense: UnsafeMutableRawBufferPointer
    /// Elements from one index to the next for each level, in the dense form.
    private let steps: [Int]
    /// What the indices of each level are below.
    private let limits: [Int]
    private let place: String

    /// Fills `dense`, which holds zeros, from the bytes that the file stores.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    static func fill(
        _ dense: UnsafeMutableRawBufferPointer, from stored: UnsafeRawBufferPointer,
        _ sparsity: Sparsity, shape: Shape, elementSize: Int, place: String
    ) throws(ModelError) {
        let walk = try SparseWalk(
            sparsity, shape, elementSize: elementSize, stored: stored, dense: dense, place: place)
        try walk.visit(level: 0, parent: 0, offset: 0)
    }

    private init(
        _ sparsity: Sparsity, _ shape: Shape, elementSize: Int, stored: UnsafeRawBufferPointer,
        dense: UnsafeMutableRawBufferPointer, place: String
    ) throws(ModelError) {
        self.sparsity = sparsity
        self.shape = shape
        self.elementSize = elementSize
        self.stored = stored
        self.dense = dense
        self.place = place
        let rank = shape.rank
        guard sparsity.order.sorted() == Array(0..<(rank + sparsity.blocks.count)),
            sparsity.blocks.allSatisfy({ (0..<rank).contains($0) }),
            Set(sparsity.blocks).count == sparsity.blocks.count
        else {
            throw ModelError(
                .malformed,
                "\(place): axes \(sparsity.order) and blocks \(sparsity.blocks) do not fit \(shape)"
            )
        }
        // Blocks are dense levels; an axis that they divide has that many times fewer indices.
        var sizes = shape.dimensions
        var blockSizes: [Int] = []
        for (block, axis) in sparsity.blocks.enumerated() {
            guard let level = sparsity.order.firstIndex(of: rank + block),
                case .dense(let size) = sparsity.levels[level], size > 0, sizes[axis] % size == 0
            else { throw ModelError(.malformed, "\(place): a block does not divide \(shape)") }
            sizes[axis] /= size
            blockSizes.append(size)
        }
        let strides = shape.strides
        var (steps, limits) = ([Int](), [Int]())
        for axis in sparsity.order {
            guard axis < rank else {
                steps.append(strides[sparsity.blocks[axis - rank]])
                limits.append(blockSizes[axis - rank])
                continue
            }
            let block = sparsity.blocks.firstIndex(of: axis).map { blockSizes[$0] } ?? 1
            steps.append(strides[axis] * block)
            limits.append(sizes[axis])
        }
        for (level, limit) in zip(sparsity.levels, limits) {
            if case .dense(let size) = level, size != limit || size == 0 {
                throw ModelError(
                    .malformed, "\(place): a dense level of \(size) where \(shape) has \(limit)")
            }
        }
        (self.steps, self.limits) = (steps, limits)
    }

    private func visit(level: Int, parent: Int, offset: Int) throws(ModelError) {
        guard level < sparsity.levels.count else { return try store(parent, at: offset) }
        switch sparsity.levels[level] {
        case .dense(let size):
            for index in 0..<size {
                try visit(
                    level: level + 1, parent: parent * size + index,
                    offset: offset + index * steps[level])
            }
        case .compressed(let segments, let indices):
            guard parent + 1 < segments.count, segments[parent] <= segments[parent + 1],
                segments[parent] >= 0, segments[parent + 1] <= indices.count
            else { throw ModelError(.malformed, "\(place): sparse segments leave their indices") }
            for position in segments[parent]..<segments[parent + 1] {
                guard (0..<limits[level]).contains(indices[position]) else {
                    throw ModelError(
                        .malformed,
                        "\(place): the sparse index \(indices[position]) of \(limits[level])")
                }
                try visit(
                    level: level + 1, parent: position,
                    offset: offset + indices[position] * steps[level])
            }
        }
    }

    private func store(_ position: Int, at offset: Int) throws(ModelError) {
        guard position < stored.count / elementSize, offset < dense.count / elementSize else {
            throw ModelError(
                .malformed, "\(place): element \(position) is not among the stored ones")
        }
        for byte in 0..<elementSize {
            dense[offset * elementSize + byte] = stored[position * elementSize + byte]
        }
    }
}

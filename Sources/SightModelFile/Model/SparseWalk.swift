package import SightTensor

/// Copies the stored elements of a sparse constant to their positions in the dense tensor.
///
/// Every index is checked. The work is bounded by the numbers in the file, since each stored
/// element is visited once, in order.
package struct SparseWalk {
    private let sparsity: Sparsity
    private let shape: Shape
    private let elementSize: Int
    private let stored: UnsafeRawBufferPointer
    private let dense: UnsafeMutableRawBufferPointer
    /// The number of elements in the file; `denseCount` is the number in the dense tensor.
    private let storedCount: Int
    private let denseCount: Int
    /// For each level, the distance between successive indices, in elements of the dense tensor.
    private let steps: [Int]
    /// For each level, the number of valid indices.
    private let limits: [Int]

    /// Fills `dense`, which is zero at first, from the bytes in the file.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    package static func fill(
        _ dense: UnsafeMutableRawBufferPointer, from stored: UnsafeRawBufferPointer,
        _ sparsity: Sparsity, shape: Shape, elementSize: Int
    ) throws(ModelError) {
        let walk = try SparseWalk(
            sparsity, shape, elementSize: elementSize, stored: stored, dense: dense)
        try walk.visit(level: 0, parent: 0, offset: 0)
    }

    private init(
        _ sparsity: Sparsity, _ shape: Shape, elementSize: Int, stored: UnsafeRawBufferPointer,
        dense: UnsafeMutableRawBufferPointer
    ) throws(ModelError) {
        self.sparsity = sparsity
        self.shape = shape
        self.elementSize = elementSize
        self.stored = stored
        self.dense = dense
        storedCount = stored.count / elementSize
        denseCount = dense.count / elementSize
        let rank = shape.rank
        guard sparsity.order.sorted() == Array(0..<(rank + sparsity.blocks.count)),
            sparsity.blocks.allSatisfy({ (0..<rank).contains($0) }),
            Set(sparsity.blocks).count == sparsity.blocks.count
        else {
            throw ModelError(
                .malformed,
                "axes \(sparsity.order) and blocks \(sparsity.blocks) do not fit \(shape)"
            )
        }
        // Blocks are dense levels; an axis that is divided into blocks has one index per block.
        var sizes = shape.dimensions
        var blockSizes: [Int] = []
        for (block, axis) in sparsity.blocks.enumerated() {
            guard let level = sparsity.order.firstIndex(of: rank + block),
                case .dense(let size) = sparsity.levels[level], size > 0, sizes[axis] % size == 0
            else { throw ModelError(.malformed, "a block does not divide \(shape)") }
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
                    .malformed, "a dense level of \(size) where \(shape) has \(limit)")
            }
        }
        (self.steps, self.limits) = (steps, limits)
    }

    private func visit(level: Int, parent: Int, offset: Int) throws(ModelError) {
        switch sparsity.levels[level] {
        case .dense(let size):
            for index in 0..<size {
                try enter(
                    level, position: parent * size + index, offset: offset + index * steps[level])
            }
        case .compressed(let segments, let indices):
            let range = try range(of: parent, segments, indices)
            let (limit, step) = (limits[level], steps[level])
            for position in range {
                let index = indices[position]
                guard (0..<limit).contains(index) else {
                    throw ModelError(.malformed, "the sparse index \(index) of \(limit)")
                }
                try enter(level, position: position, offset: offset + index * step)
            }
        }
    }

    /// Visits the next level below an index; at the last level, copies one element.
    @inline(__always)
    private func enter(_ level: Int, position: Int, offset: Int) throws(ModelError) {
        guard level + 1 == limits.count else {
            return try visit(level: level + 1, parent: position, offset: offset)
        }
        guard position < storedCount, offset < denseCount else {
            throw ModelError(.malformed, "element \(position) is not among the stored ones")
        }
        switch elementSize {
        case 1: copy(position, to: offset, as: UInt8.self)
        case 2: copy(position, to: offset, as: UInt16.self)
        case 4: copy(position, to: offset, as: UInt32.self)
        default:
            for word in 0..<(elementSize / 8) {
                let words = elementSize / 8
                copy(position * words + word, to: offset * words + word, as: UInt64.self)
            }
        }
    }

    @inline(__always)
    private func copy<Value: BitwiseCopyable>(_ position: Int, to offset: Int, as type: Value.Type)
    {
        let stride = MemoryLayout<Value>.stride
        dense.storeBytes(
            of: stored.loadUnaligned(fromByteOffset: position * stride, as: type),
            toByteOffset: offset * stride, as: type)
    }

    /// Returns the range of positions of the indices below a parent.
    private func range(of parent: Int, _ segments: SparseNumbers, _ indices: SparseNumbers)
        throws(ModelError) -> Range<Int>
    {
        guard parent + 1 < segments.count else { throw Self.outside }
        let (start, end) = (segments[parent], segments[parent + 1])
        guard start >= 0, start <= end, end <= indices.count else { throw Self.outside }
        return start..<end
    }

    private static var outside: ModelError {
        ModelError(.malformed, "sparse segments leave their indices")
    }
}

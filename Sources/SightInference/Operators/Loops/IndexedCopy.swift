import CSightKernels
import SightModelFile
import SightTensor

/// Copies elements whose source indices are in a table for each axis, such as mirrored pixels.
struct IndexedCopy: Sendable {
    /// For each axis of the output except the last ones, the source offset of each index, in bytes.
    private let rowOffsets: [[Int]]
    /// The source offsets along the innermost axis that differs from the source's, in bytes.
    private let offsets: [Int]
    /// The number of bytes inside that axis, which are copied together.
    private let pieceBytes: Int
    /// The number of elements of a row.
    let cost: Int
    let rowCount: Int

    /// `indices` has the source index for each index of each axis of the output.
    init(_ indices: [[Int]], from shape: Shape, elementSize: Int) {
        var axes = zip(indices, shape.strides).map { indices, stride in
            indices.map { $0 * stride * elementSize }
        }
        var pieceBytes = elementSize
        while let last = axes.last, axes.count > 1,
            indices[axes.count - 1] == Array(0..<shape[axes.count - 1])
        {
            pieceBytes *= last.count
            axes.removeLast()
        }
        self.pieceBytes = pieceBytes
        offsets = axes.popLast() ?? [0]
        rowOffsets = axes
        cost = max(1, pieceBytes / elementSize) * offsets.count
        rowCount =
            pieceBytes == 0 || offsets.isEmpty ? 0 : axes.reduce(1) { $0 * $1.count }
    }

    /// Copies rows; a row with the same source as the previous one is copied from it.
    func run(_ rows: Range<Int>, from: UnsafeMutableRawPointer, to: UnsafeMutableRawPointer) {
        let rowBytes = offsets.count * pieceBytes
        var previous: Int?
        for row in rows {
            let (target, source) = (to + row * rowBytes, offset(ofRow: row))
            if source == previous {
                target.copyMemory(from: target - rowBytes, byteCount: rowBytes)
            } else {
                sight_copy_indexed(from + source, offsets, offsets.count, pieceBytes, target)
            }
            previous = source
        }
    }

    /// Returns the source offset of a row, in bytes.
    private func offset(ofRow row: Int) -> Int {
        var (rest, source) = (row, 0)
        for axis in rowOffsets.reversed() {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: axis.count)
            source &+= axis[remainder]
            rest = quotient
        }
        return source
    }
}

extension Preparation {
    /// Counts the tables of an ``IndexedCopy`` and those that it is made from, before they are
    /// made.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func spendIndices(of shape: Shape) throws(ModelError) {
        try spendList(3 * shape.dimensions.reduce(0, +), of: Int.self)
    }

    /// Copies one slot to another through index tables.
    func copying(_ copy: IndexedCopy, from: TensorSlot, to: TensorSlot) -> PreparedLoop {
        let split = split(copy.rowCount, cost: copy.cost)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            copy.run(split.range(task), from: memory[from], to: memory[to])
        }
    }
}

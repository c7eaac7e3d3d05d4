import SightTensor

/// Copies where each axis looks its source index up in a table: mirrors and nearest neighbours.
struct IndexedCopy: Sendable {
    /// For each axis of the output, the source offset of each index, in elements.
    private let offsets: [[Int]]
    private let elementSize: Int
    /// Elements of a row: the innermost axis.
    private let rowLength: Int
    private let isRowContiguous: Bool
    let rowCount: Int

    /// `indices`: for each axis of the output, the source index of each index.
    init(_ indices: [[Int]], from shape: Shape, elementSize: Int) {
        let strides = shape.strides
        let axes = indices.isEmpty ? [[0]] : indices
        offsets = axes.enumerated().map { axis, indices in
            indices.map { $0 * (strides.isEmpty ? 1 : strides[axis]) }
        }
        self.elementSize = elementSize
        rowLength = axes[axes.count - 1].count
        isRowContiguous = axes[axes.count - 1] == Array(0..<rowLength)
        rowCount = axes.contains(where: \.isEmpty) ? 0 : axes.dropLast().reduce(1) { $0 * $1.count }
    }

    /// Elements of a row.
    var cost: Int { rowLength }

    func run(_ rows: Range<Int>, from: UnsafeMutableRawPointer, to: UnsafeMutableRawPointer) {
        for row in rows {
            var (rest, source) = (row, 0)
            for axis in (0..<(offsets.count - 1)).reversed() {
                let (quotient, remainder) = rest.quotientAndRemainder(
                    dividingBy: offsets[axis].count)
                source &+= offsets[axis][remainder]
                rest = quotient
            }
            let target = to + row * rowLength * elementSize
            if isRowContiguous {
                target.copyMemory(
                    from: from + source * elementSize, byteCount: rowLength * elementSize)
            } else {
                for (i, offset) in offsets[offsets.count - 1].enumerated() {
                    (target + i * elementSize).copyMemory(
                        from: from + (source + offset) * elementSize, byteCount: elementSize)
                }
            }
        }
    }
}

extension Preparation {
    /// Copies input 0 to an output through index tables.
    func copying(_ copy: IndexedCopy, from: TensorSlot, to: TensorSlot) -> PreparedLoop {
        let split = split(copy.rowCount, cost: copy.cost)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            copy.run(split.range(task), from: memory[from], to: memory[to])
        }
    }
}

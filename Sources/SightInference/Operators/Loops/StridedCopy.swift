import CSightKernels
import SightModelFile
import SightTensor

/// Copies elements between two strided views of the same extents.
///
/// This one loop implements slices, transposes, tiles, concatenations and block rearrangements.
struct StridedCopy: Sendable {
    private let loop: NestedLoop
    private let elementSize: Int
    /// Whether the elements of two rows alternate in the target.
    ///
    /// A shuffle of two groups of channels is such a copy. The loop's innermost axes are then the
    /// two rows and their elements.
    private let interleaves: Bool
    /// Whether the innermost two axes are a matrix that is transposed: the outer one of them has
    /// neighboring elements in the source, and the inner one in the target.
    private let transposes: Bool
    /// The loop over runs of few rows, with the runs as its elements, if runs have few rows.
    ///
    /// A tensor that repeats each pixel twice is a copy with such runs.
    private let shortRuns: NestedLoop?
    private let source: Int
    private let target: Int

    /// Plans a copy.
    ///
    /// - Parameters:
    ///   - axes: the extents with the strides of source and target, in elements; strides may be
    ///     negative or 0.
    ///   - source: the offset of the first element that is read.
    ///   - target: the offset of the first element that is written.
    ///   - elementSize: the bytes of an element: 1, 2, 4, 8 or 16.
    init(
        _ axes: [(extent: Int, from: Int, to: Int)], source: Int = 0, target: Int = 0,
        elementSize: Int
    ) {
        let loop = NestedLoop(
            axes.map { NestedLoop.Axis($0.extent, SIMD4($0.from, $0.to, 0, 0)) })
        let (steps, outer) = (loop.innerStrides, loop.axes.dropLast().last?.extent ?? 0)
        interleaves =
            elementSize <= 4 && loop.inner == 2 && steps.y == 1
            && loop.axes.dropLast().last?.strides == SIMD4(1, 2, 0, 0)
        transposes =
            !interleaves && elementSize <= 4 && steps.y == 1 && steps.x != 1
            && loop.axes.dropLast().last?.strides.x == 1
            && min(outer, loop.inner) >= 16 / elementSize
        // Short rows take more time than long ones, unless each is copied as a whole.
        self.loop =
            interleaves
                || !transposes && loop.inner < 8 && outer > loop.inner
                    && !(steps.x == 1 && steps.y == 1)
            ? loop.withInnerAxesSwapped : loop
        let outerAxes = Array(self.loop.axes.dropLast(2))
        let (rows, runs) = (
            self.loop.axes.dropLast().last?.extent ?? 0, outerAxes.last?.extent ?? 0
        )
        shortRuns = rows < 8 && runs > rows ? NestedLoop(outerAxes) : nil
        self.elementSize = elementSize
        self.source = source
        self.target = target
    }

    /// Neighboring bytes that a copy moves at once.
    fileprivate struct Run {
        /// The places of the first byte in the source and in the target.
        let source, target: Int
        let byteCount: Int
    }

    /// The bytes that the copy moves, if they are neighbors in both tensors.
    fileprivate var run: Run? {
        let steps = loop.innerStrides
        guard loop.rowCount == 1, loop.inner == 1 || (steps.x == 1 && steps.y == 1) else {
            return nil
        }
        return Run(
            source: source * elementSize, target: target * elementSize, byteCount: rowBytes)
    }

    /// The number of rows of the innermost axis.
    var rowCount: Int { loop.rowCount }
    /// The number of elements of a row.
    var rowLength: Int { loop.inner }
    /// The number of bytes of a row.
    fileprivate var rowBytes: Int { loop.inner * elementSize }
    /// The size of a cache line in bytes.
    fileprivate static var lineBytes: Int { 64 }
    /// The number of bytes after which one of several copies lets the next one continue.
    fileprivate static var turnBytes: Int { 1 << 13 }

    /// Copies some of the rows.
    func run(
        _ rows: Range<Int>, from: UnsafeMutableRawPointer, to: UnsafeMutableRawPointer
    ) {
        if interleaves { return interleave(rows, from, to) }
        if transposes { return transpose(rows, from, to) }
        let steps = loop.innerStrides
        if loop.inner == 1 || (steps.x == 1 && steps.y == 1) {
            return copyRows(rows, from, to)
        }
        move(rows, from, to)
    }

    /// Copies the elements of rows one by one.
    private func move(
        _ rows: Range<Int>, _ from: UnsafeMutableRawPointer, _ to: UnsafeMutableRawPointer
    ) {
        switch elementSize {
        case 1: move(rows, from, to, UInt8.self)
        case 2: move(rows, from, to, UInt16.self)
        case 4: move(rows, from, to, UInt32.self)
        case 8: move(rows, from, to, UInt64.self)
        default: move(rows, from, to, SIMD2<UInt64>.self)
        }
    }

    /// Copies whole rows, and all rows with the same distances at once.
    private func copyRows(
        _ rows: Range<Int>, _ from: UnsafeMutableRawPointer, _ to: UnsafeMutableRawPointer
    ) {
        let steps = loop.axes.count > 1 ? loop.axes[loop.axes.count - 2].strides : .zero
        let copyRuns = { (rows: Range<Int>) in
            loop.forEachRun(rows) { copyRun($0, steps, $1, from, to) }
        }
        guard let shortRuns else { return copyRuns(rows) }
        let length = loop.axes[loop.axes.count - 2].extent
        let (first, end) = ((rows.lowerBound + length - 1) / length, rows.upperBound / length)
        guard first < end else { return copyRuns(rows) }
        copyRuns(rows.lowerBound..<(first * length))
        copyShortRuns(first..<end, of: shortRuns, length, steps, from, to)
        copyRuns((end * length)..<rows.upperBound)
    }

    /// Copies the first rows of several short runs, then their second rows, and so on.
    private func copyShortRuns(
        _ runs: Range<Int>, of loop: NestedLoop, _ length: Int, _ steps: SIMD4<Int>,
        _ from: UnsafeMutableRawPointer, _ to: UnsafeMutableRawPointer
    ) {
        let atOnce = max(1, Self.turnBytes / max(1, rowBytes * length))
        var run = runs.lowerBound
        while run < runs.upperBound {
            let left = loop.inner - run % loop.inner
            let count = min(left, runs.upperBound - run, atOnce)
            var offset = loop.offsets(of: run)
            for _ in 0..<length {
                copyRun(offset, loop.innerStrides, count, from, to)
                offset &+= steps
            }
            run += count
        }
    }

    /// Copies rows at equal distances, from an offset.
    private func copyRun(
        _ offset: SIMD4<Int>, _ steps: SIMD4<Int>, _ count: Int,
        _ from: UnsafeMutableRawPointer, _ to: UnsafeMutableRawPointer
    ) {
        sight_copy_rows(
            from + (source &+ offset.x) &* elementSize, steps.x &* elementSize,
            to + (target &+ offset.y) &* elementSize, steps.y &* elementSize,
            rowBytes, count)
    }

    /// Transposes a matrix, or some of the source's columns, which are the loop's rows.
    private func transpose(
        _ rows: Range<Int>, _ from: UnsafeMutableRawPointer, _ to: UnsafeMutableRawPointer
    ) {
        let columnStep = loop.axes[loop.axes.count - 2].strides.y
        loop.forEachRun(rows) { offset, count in
            sight_transpose(
                from + (source &+ offset.x) &* elementSize, loop.innerStrides.x &* elementSize,
                to + (target &+ offset.y) &* elementSize, columnStep &* elementSize, loop.inner,
                count, elementSize)
        }
    }

    /// Writes the elements of each two rows in turn; a single row of two leaves gaps for the other.
    private func interleave(
        _ rows: Range<Int>, _ from: UnsafeMutableRawPointer, _ to: UnsafeMutableRawPointer
    ) {
        let pairs = (rows.lowerBound + 1) / 2..<max((rows.lowerBound + 1) / 2, rows.upperBound / 2)
        guard !pairs.isEmpty else { return move(rows, from, to) }
        if rows.lowerBound % 2 != 0 {
            move(rows.lowerBound..<(rows.lowerBound + 1), from, to)
        }
        if rows.upperBound % 2 != 0 {
            move((rows.upperBound - 1)..<rows.upperBound, from, to)
        }
        let second = loop.axes[loop.axes.count - 2].strides.x
        let axis = loop.axes.count - 3
        let group = axis < 0 ? 1 : max(1, loop.axes[axis].extent)
        let steps = axis < 0 ? .zero : loop.axes[axis].strides &* SIMD4(repeating: elementSize)
        var pair = pairs.lowerBound
        while pair < pairs.upperBound {
            let count = min(group - pair % group, pairs.upperBound - pair)
            let offset = loop.offsets(of: 2 * pair * loop.inner)
            sight_interleave(
                from + (source &+ offset.x) &* elementSize, second &* elementSize, steps.x,
                to + (target &+ offset.y) &* elementSize, steps.y, loop.inner, count, elementSize)
            pair += count
        }
    }

    @inline(__always)
    private func move<Element: BitwiseCopyable>(
        _ rows: Range<Int>, _ from: UnsafeMutableRawPointer, _ to: UnsafeMutableRawPointer,
        _: Element.Type
    ) {
        let input = from.assumingMemoryBound(to: Element.self) + source
        let output = to.assumingMemoryBound(to: Element.self) + target
        let (stepIn, stepOut, count) = (loop.innerStrides.x, loop.innerStrides.y, loop.inner)
        loop.forEachRow(rows) { offset in
            var (read, write) = (input + offset.x, output + offset.y)
            for _ in 0..<count {
                write.pointee = read.pointee
                read += stepIn
                write += stepOut
            }
        }
    }
}

extension Preparation {
    /// Sets outputs to parts of an input, one for each copy; neighboring bytes are shared if
    /// possible.
    ///
    /// - Precondition: the outputs have their shapes.
    /// - Throws: ``ModelError`` with code `invalidNode`.
    func parts(_ copies: [StridedCopy], ofInput input: Int = 0) throws(ModelError)
        -> any PreparedOperator
    {
        let source = try self.input(input).slot
        var rest: [(copy: StridedCopy, target: TensorSlot)] = []
        for (index, copy) in copies.enumerated() {
            let target = try output(index).slot
            if let run = copy.run, run.target == 0,
                try aliasPart(output: index, input: input, offset: run.source)
            {
                continue
            }
            rest.append((copy, target))
        }
        guard !rest.isEmpty else { return NoOperation() }
        return copying(
            rest.map(\.copy), from: rest.map { _ in source }, to: rest.map(\.target))
    }

    /// Returns a loop that copies slots to a slot.
    func copying(_ copies: [StridedCopy], from: [TensorSlot], to: TensorSlot) -> PreparedLoop {
        copying(copies, from: from, to: copies.map { _ in to })
    }

    /// Returns a loop that copies each slot of a list to one of another list.
    ///
    /// Copies with equal numbers of rows shorter than a cache line take turns after a few rows,
    /// because they read or write parts of the same lines.
    func copying(_ copies: [StridedCopy], from: [TensorSlot], to: [TensorSlot]) -> PreparedLoop {
        let runs = copies.compactMap(\.run)
        guard runs.count < copies.count else { return moving(runs, from: from, to: to) }
        let rowCount = copies.first?.rowCount ?? 0
        guard copies.allSatisfy({ $0.rowCount == rowCount }) else {
            return PreparedLoop { _, memory in
                for (index, copy) in copies.enumerated() {
                    copy.run(
                        0..<copy.rowCount, from: memory[from[index]], to: memory[to[index]])
                }
            }
        }
        let takesTurns = copies.count > 1 && copies.contains { $0.rowBytes < StridedCopy.lineBytes }
        let rowBytes = copies.reduce(1) { $0 + $1.rowBytes }
        let turn = max(1, takesTurns ? StridedCopy.turnBytes / rowBytes : rowCount)
        let split = split(rowCount, cost: copies.reduce(0) { $0 + $1.rowLength })
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let rows = split.range(task)
            for first in stride(from: rows.lowerBound, to: rows.upperBound, by: turn) {
                let turnRows = first..<min(first + turn, rows.upperBound)
                for (index, copy) in copies.enumerated() {
                    copy.run(turnRows, from: memory[from[index]], to: memory[to[index]])
                }
            }
        }
    }

    /// Returns a loop that moves one run of bytes from each slot of a list to one of another list.
    private func moving(_ runs: [StridedCopy.Run], from: [TensorSlot], to: [TensorSlot])
        -> PreparedLoop
    {
        let moves = zip(runs, zip(from, to)).map { (run: $0, from: $1.0, to: $1.1) }
        return PreparedLoop { _, memory in
            for move in moves {
                (memory[move.to] + move.run.target).copyMemory(
                    from: memory[move.from] + move.run.source, byteCount: move.run.byteCount)
            }
        }
    }

    /// Counts copies of whole tensors, one for each input, before they are made.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func spendCopies(_ count: Int) throws(ModelError) {
        try spendList(
            count, of: (TensorSpec, StridedCopy, NestedLoop.Axis, NestedLoop.Axis).self)
    }

    /// Returns the bytes of one element of a tensor that is only copied.
    ///
    /// - Throws: ``ModelError`` with code `unsupported` for strings and packed types.
    func elementSize(_ spec: TensorSpec) throws(ModelError) -> Int {
        guard let width = spec.elementType.byteWidth else { throw unsupported(spec) }
        return width
    }
}

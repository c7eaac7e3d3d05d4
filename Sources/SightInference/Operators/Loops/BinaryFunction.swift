import SightModelFile
import SightTensor

/// A function of two elements; its rows are compiled for each conforming type.
protocol BinaryFunction: Sendable {
    associatedtype Operand: BitwiseCopyable
    associatedtype Result: BitwiseCopyable
    func apply(_ a: Operand, _ b: Operand) -> Result

    /// Applies the function along a row; functions with a vector kernel replace this loop.
    ///
    /// `steps` has the distances between successive operands in x and y: 1, or 0 to repeat one.
    func row(
        _ a: UnsafeMutablePointer<Operand>, _ b: UnsafeMutablePointer<Operand>,
        _ output: UnsafeMutablePointer<Result>, _ count: Int, _ steps: SIMD4<Int>)

    /// Applies the function to rows at equal distances, with ``row(_:_:_:_:_:)`` for each.
    ///
    /// `rowSteps` has the distances between rows: x and y for the operands, z for the output.
    func rows(
        _ a: UnsafeMutablePointer<Operand>, _ b: UnsafeMutablePointer<Operand>,
        _ output: UnsafeMutablePointer<Result>, _ rowCount: Int, _ rowSteps: SIMD4<Int>,
        _ count: Int, _ steps: SIMD4<Int>)
}

/// The rows of a ``BinaryFunction``, without the types of its elements.
///
/// Only the closure is compiled for each function, and only once. It is in a structure, because the
/// compiler would make a copy of a function for each closure that is an argument of it.
private struct UntypedRows: Sendable {
    /// ``BinaryFunction/rows(_:_:_:_:_:_:_:)`` with untyped addresses; distances count elements.
    typealias Body =
        @Sendable (
            _ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer,
            _ output: UnsafeMutableRawPointer, _ rowCount: Int, _ rowSteps: SIMD4<Int>,
            _ count: Int, _ steps: SIMD4<Int>
        ) -> Void

    /// The addresses of elements of both operands and the output.
    typealias Addresses = (
        a: UnsafeMutableRawPointer, b: UnsafeMutableRawPointer, output: UnsafeMutableRawPointer
    )

    /// The size of an element of an operand.
    let operandSize: Int
    /// The size of an element of the output.
    let resultSize: Int
    let body: Body

    /// Applies the function to some rows of a loop.
    func run(_ loop: NestedLoop, _ rows: Range<Int>, _ tensors: Addresses) {
        let rowSteps = loop.axes.count > 1 ? loop.axes[loop.axes.count - 2].strides : .zero
        loop.forEachRun(rows) { offset, rowCount in
            run(rowCount, rowSteps, loop.inner, loop.innerStrides, from: offset, tensors)
        }
    }

    /// Applies the function to some rows of a loop, with a copy of one operand.
    func run(_ repeated: RepeatedElements, _ rows: Range<Int>, _ tensors: Addresses) {
        withUnsafeTemporaryAllocation(byteCount: repeated.count * operandSize, alignment: 16) {
            guard let copy = $0.baseAddress else { return }
            let isFirst = repeated.lane == 0
            repeated.fill(copy, from: isFirst ? tensors.a : tensors.b)
            run(
                repeated.loop, rows,
                (isFirst ? copy : tensors.a, isFirst ? tensors.b : copy, tensors.output))
        }
    }

    /// Applies the function to rows that start at the offset of an element.
    func run(
        _ rowCount: Int, _ rowSteps: SIMD4<Int>, _ count: Int, _ steps: SIMD4<Int>,
        from offset: SIMD4<Int>, _ tensors: Addresses
    ) {
        body(
            tensors.a + offset.x * operandSize, tensors.b + offset.y * operandSize,
            tensors.output + offset.z * resultSize, rowCount, rowSteps, count, steps)
    }
}

extension Preparation {
    /// Sets output 0 to the broadcast shape of inputs 0 and 1, and applies a function in a loop.
    func elementwise<Function: BinaryFunction>(_ function: Function) throws(ModelError)
        -> any PreparedOperator
    {
        try elementwise(
            UntypedRows(
                operandSize: MemoryLayout<Function.Operand>.stride,
                resultSize: MemoryLayout<Function.Result>.stride
            ) { a, b, output, rowCount, rowSteps, count, steps in
                function.rows(
                    a.assumingMemoryBound(to: Function.Operand.self),
                    b.assumingMemoryBound(to: Function.Operand.self),
                    output.assumingMemoryBound(to: Function.Result.self), rowCount, rowSteps,
                    count, steps)
            })
    }

    private func elementwise(_ rows: UntypedRows) throws(ModelError) -> any PreparedOperator {
        let (a, b) = (try input(0), try input(1))
        let (loop, shape) = try broadcast(a, b)
        let output = try setOutput(0, shape: shape)
        for lane in 0...1 {
            guard
                let repeated = RepeatedElements(lane: lane, in: loop, elementSize: rows.operandSize)
            else { continue }
            let split = split(repeated.loop.rowCount, cost: repeated.loop.inner)
            return PreparedLoop(tasks: split.taskCount) { task, memory in
                rows.run(
                    repeated, split.range(task),
                    (memory[a.slot], memory[b.slot], memory[output.slot]))
            }
        }
        guard loop.rowCount == 1 else {
            let split = split(loop.rowCount, cost: loop.inner)
            return PreparedLoop(tasks: split.taskCount) { task, memory in
                rows.run(
                    loop, split.range(task), (memory[a.slot], memory[b.slot], memory[output.slot]))
            }
        }
        // The tasks share the elements of one row, if it is long.
        let isLong = loop.inner > 1 << 15
        let elements = TaskSplit(loop.inner, threads: isLong ? threadCount : 1)
        let steps = loop.innerStrides
        return PreparedLoop(tasks: elements.taskCount) { task, memory in
            let range = elements.range(task)
            rows.run(
                1, .zero, range.count, steps, from: steps &* SIMD4(repeating: range.lowerBound),
                (memory[a.slot], memory[b.slot], memory[output.slot]))
        }
    }
}

extension BinaryFunction {
    @inline(__always)
    func rows(
        _ a: UnsafeMutablePointer<Operand>, _ b: UnsafeMutablePointer<Operand>,
        _ output: UnsafeMutablePointer<Result>, _ rowCount: Int, _ rowSteps: SIMD4<Int>,
        _ count: Int, _ steps: SIMD4<Int>
    ) {
        var start = SIMD4<Int>.zero
        for _ in 0..<rowCount {
            row(a + start.x, b + start.y, output + start.z, count, steps)
            start &+= rowSteps
        }
    }

    /// Applies a function along a row, with one loop for each way to broadcast; all vectorize.
    @inline(__always)
    func row(
        _ a: UnsafeMutablePointer<Operand>, _ b: UnsafeMutablePointer<Operand>,
        _ output: UnsafeMutablePointer<Result>, _ count: Int, _ steps: SIMD4<Int>
    ) {
        if steps.x == 1, steps.y == 1 {
            for i in 0..<count { output[i] = apply(a[i], b[i]) }
        } else if steps.x == 0 {
            let a = a.pointee
            for i in 0..<count { output[i] = apply(a, b[i &* steps.y]) }
        } else {
            let b = b.pointee
            for i in 0..<count { output[i] = apply(a[i], b) }
        }
    }
}

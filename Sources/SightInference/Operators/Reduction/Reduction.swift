import CSightKernels
import SightModelFile
import SightTensor

/// The reduced axes, the output's shape and the loop that all reductions share.
struct Reduction: Sendable {
    let input: TensorSpec
    let output: TensorSpec
    /// The number of input elements for each output element.
    let count: Int
    /// The loop over the elements; its lanes are input and output (stride 0 along reduced axes).
    let loop: NestedLoop
    /// The blocks of short rows whose columns are reduced first, if the input has such blocks.
    private let blocks: ShortRowBlocks?

    init(_ options: OptionsTable, _ node: Preparation) throws(ModelError) {
        try node.expect(inputs: 2...2)
        input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        let shape = input.shape
        var isReduced = [Bool](repeating: false, count: shape.rank)
        for axis in try node.integers(1) { isReduced[try node.axis(axis, rank: shape.rank)] = true }
        let kept = shape.dimensions.indices.map { isReduced[$0] ? 1 : shape[$0] }
        let dense = try node.shape(kept)
        let keepsRank = try ReductionOptions(options).keepsRank
        output = try node.setOutput(
            0,
            shape: keepsRank
                ? dense
                : node.shape(kept.indices.filter { !isReduced[$0] }.map { kept[$0] }))
        count = shape.dimensions.indices.reduce(1) { isReduced[$1] ? $0 * shape[$1] : $0 }
        let (from, to) = (shape.strides, dense.strides)
        loop = NestedLoop(
            shape.dimensions.indices.map { axis in
                NestedLoop.Axis(
                    shape[axis], SIMD4(from[axis], isReduced[axis] ? 0 : to[axis], 0, 0))
            })
        blocks = ShortRowBlocks(loop)
    }

    /// Combines the input's elements into the output's elements, in the input's order.
    @inline(__always)
    func fold<Value: BitwiseCopyable, Sum: BitwiseCopyable>(
        _ input: UnsafeMutablePointer<Value>, into sums: UnsafeMutablePointer<Sum>,
        from initial: Sum, _ combine: (Sum, Value) -> Sum
    ) {
        for i in 0..<output.shape.elementCount { sums[i] = initial }
        let (length, step) = (loop.inner, loop.innerStrides.y)
        loop.forEachRow(0..<loop.rowCount) { offset in
            let (source, target) = (input + offset.x, sums + offset.y)
            if step == 0 {
                var sum = target.pointee
                for i in 0..<length { sum = combine(sum, source[i]) }
                target.pointee = sum
            } else {
                for i in 0..<length { target[i] = combine(target[i], source[i]) }
            }
        }
    }

    /// Combines the input's floats into the output's elements, which are `identity` at first.
    func combine(
        _ function: sight_reduction, _ input: UnsafeMutablePointer<Float>,
        into results: UnsafeMutablePointer<Float>, from identity: Float
    ) {
        let kernels = sight_row_kernels_best(sight_current_tier()).pointee
        results.update(repeating: identity, count: output.shape.elementCount)
        if let blocks {
            return blocks.forEach(from: identity) { offset, partials in
                kernels.reduce_columns(
                    function, input + offset.x, blocks.rowCount, blocks.columnCount, partials)
                kernels.reduce_rows(
                    function, partials, blocks.resultCount, loop.inner, results + offset.y)
            }
        }
        let kernel = reducesRows ? kernels.reduce_rows : kernels.reduce_columns
        forEachMatrix { kernel?(function, input + $0.x, $1, loop.inner, results + $0.y) }
    }

    /// Adds the input's integers to 32-bit sums, which wrap.
    func sum<Value: FixedWidthInteger & BitwiseCopyable>(
        _ input: UnsafeMutablePointer<Value>, into sums: UnsafeMutablePointer<Int32>
    ) {
        guard Value.bitWidth == 8 else {
            fold(input, into: sums, from: 0) { $0 &+ Int32(truncatingIfNeeded: $1) }
            return
        }
        let kernels = sight_row_kernels_best(sight_current_tier()).pointee
        sums.update(repeating: 0, count: output.shape.elementCount)
        if let blocks {
            return blocks.forEach(from: Int32(0)) { offset, partials in
                kernels.add_byte_rows(
                    input + offset.x, blocks.rowCount, blocks.columnCount, Value.isSigned, partials)
                for column in 0..<blocks.columnCount {
                    sums[offset.y + column / loop.inner] &+= partials[column]
                }
            }
        }
        let kernel = reducesRows ? kernels.sum_byte_rows : kernels.add_byte_rows
        forEachMatrix { kernel?(input + $0.x, $1, loop.inner, Value.isSigned, sums + $0.y) }
    }

    /// Finds the greatest bytes after an exclusive or with `flip`.
    func greatestBytes(
        _ input: UnsafeMutablePointer<UInt8>, into maxima: UnsafeMutablePointer<UInt8>,
        flip: UInt8
    ) {
        let kernels = sight_row_kernels_best(sight_current_tier()).pointee
        let kernel = reducesRows ? kernels.byte_row_maxima : kernels.byte_column_maxima
        maxima.update(repeating: flip, count: output.shape.elementCount)
        forEachMatrix { kernel?(input + $0.x, $1, loop.inner, flip, maxima + $0.y) }
    }

    /// True if the innermost axis is reduced.
    ///
    /// The loop's axes are reduced and kept in turn, because axes of the same kind are merged. Its
    /// innermost two are matrices, of which either each row or each column has a result.
    private var reducesRows: Bool { loop.innerStrides.y == 0 }

    /// Calls `body` for each matrix, with the offsets of its first element and the number of its
    /// rows.
    private func forEachMatrix(_ body: (SIMD4<Int>, Int) -> Void) {
        loop.forEachRun(0..<loop.rowCount, body)
    }
}

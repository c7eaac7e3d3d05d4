import SightTensor

/// Nested loops over the elements of up to four tensors at once, each with its own strides.
///
/// Adjacent axes that all tensors step through in the same way are merged, so most shapes have one
/// or two axes left. A stride of 0 repeats an element, for broadcasting and for the output of a
/// reduction.
struct NestedLoop: Sendable {
    /// One axis: the number of iterations, and the stride of each tensor in elements.
    ///
    /// It is a separate type because arrays of vectors or tuples would make each start of a program
    /// slower: Swift would search all libraries for their conformances.
    struct Axis: Sendable {
        var extent: Int
        var strides: SIMD4<Int>

        init(_ extent: Int, _ strides: SIMD4<Int>) {
            (self.extent, self.strides) = (extent, strides)
        }
    }

    /// The axes, outermost first; never empty.
    private(set) var axes: [Axis]

    /// Merges axes, and removes axes of extent 1.
    init(_ axes: [Axis]) {
        var merged: [Axis] = []
        for axis in axes where axis.extent != 1 {
            if let last = merged.last,
                last.strides == axis.strides &* SIMD4(repeating: axis.extent)
            {
                merged[merged.count - 1] = Axis(last.extent * axis.extent, axis.strides)
            } else {
                merged.append(axis)
            }
        }
        self.axes = merged.isEmpty ? [Axis(1, .one)] : merged
    }

    /// Creates a loop of one axis that the first `count` tensors step through element by element.
    private init(elements: Int, of count: Int) {
        var steps = SIMD4<Int>.zero
        for lane in 0..<count { steps[lane] = 1 }
        axes = [Axis(elements, elements == 1 ? .one : steps)]
    }

    /// The same iterations in another order, with the two innermost axes exchanged.
    var withInnerAxesSwapped: NestedLoop {
        guard axes.count > 1 else { return self }
        var swapped = self
        swapped.axes.swapAt(axes.count - 1, axes.count - 2)
        return swapped
    }

    /// The length from which kernels lose little time at the start of a row.
    ///
    /// Loops over shorter rows are changed to have longer ones where this is possible.
    static var longRow: Int { 64 }

    /// The number of iterations of the innermost axis.
    var inner: Int { axes[axes.count - 1].extent }
    /// The strides of the innermost axis.
    var innerStrides: SIMD4<Int> { axes[axes.count - 1].strides }
    /// The number of times that the innermost axis is iterated.
    var rowCount: Int {
        var (count, isEmpty) = (1, axes[axes.count - 1].extent == 0)
        for axis in axes.dropLast() {
            count *= axis.extent
            isEmpty = isEmpty || axis.extent == 0
        }
        return isEmpty ? 0 : count
    }

    /// Returns the offsets of one iteration, counted over all axes.
    func offsets(of iteration: Int) -> SIMD4<Int> {
        let (row, inner) = iteration.quotientAndRemainder(dividingBy: max(1, self.inner))
        return offsets(ofRow: row) &+ innerStrides &* SIMD4(repeating: inner)
    }

    /// Returns the offsets of the first element of a row.
    private func offsets(ofRow row: Int) -> SIMD4<Int> {
        var (offset, rest) = (SIMD4<Int>.zero, row)
        for axis in axes.dropLast().reversed() {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: axis.extent)
            offset &+= axis.strides &* SIMD4(repeating: remainder)
            rest = quotient
        }
        return offset
    }

    /// Calls `body` with the element offsets at the start of each row.
    @inline(__always)
    func forEachRow<Failure: Error>(
        _ rows: Range<Int>, _ body: (SIMD4<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        let step = axes.count > 1 ? axes[axes.count - 2].strides : .zero
        try forEachRun(rows) { offset, count throws(Failure) in
            var offset = offset
            for _ in 0..<count {
                try body(offset)
                offset &+= step
            }
        }
    }

    /// Calls `body` with the element offsets of rows at equal distances, and their number.
    ///
    /// The rows of a call are successive along the axis outside of the innermost one.
    @inline(__always)
    func forEachRun<Failure: Error>(
        _ rows: Range<Int>, _ body: (SIMD4<Int>, Int) throws(Failure) -> Void
    ) throws(Failure) {
        guard !rows.isEmpty else { return }
        guard axes.count > 1 else { return try body(.zero, 1) }
        let axis = axes[axes.count - 2]
        var (row, offset) = (rows.lowerBound, offsets(ofRow: rows.lowerBound))
        // The rows of the first run that come before `rows`.
        var skipped = row % axis.extent
        while true {
            let count = min(axis.extent - skipped, rows.upperBound - row)
            try body(offset, count)
            row += count
            guard row < rows.upperBound else { return }
            offset &-= axis.strides &* SIMD4(repeating: skipped)
            advance(&offset, toRun: row / axis.extent)
            skipped = 0
        }
    }

    /// Advances the offsets at the start of a run to the next one, which has the index `run`.
    private func advance(_ offset: inout SIMD4<Int>, toRun run: Int) {
        var run = run
        for axis in axes.dropLast(2).reversed() {
            offset &+= axis.strides
            let (quotient, remainder) = run.quotientAndRemainder(dividingBy: axis.extent)
            guard remainder == 0 else { return }
            offset &-= axis.strides &* SIMD4(repeating: axis.extent)
            run = quotient
        }
    }
}

extension NestedLoop {
    /// Creates a loop over the broadcast of up to three shapes; the last lane is the dense output.
    ///
    /// - Returns: `nil` if two extents differ and neither is 1, or if the result overflows.
    static func broadcast(_ shapes: [Shape]) -> (loop: NestedLoop, shape: Shape)? {
        if let first = shapes.first, shapes.allSatisfy({ $0.dimensions == first.dimensions }) {
            return (NestedLoop(elements: first.elementCount, of: shapes.count + 1), first)
        }
        let rank = shapes.map(\.rank).max() ?? 0
        var extents = [Int](repeating: 1, count: rank)
        for shape in shapes {
            for (axis, extent) in shape.dimensions.enumerated() {
                let place = axis + rank - shape.rank
                guard extent == extents[place] || extent == 1 || extents[place] == 1 else {
                    return nil
                }
                if extents[place] == 1 { extents[place] = extent }
            }
        }
        guard let output = Shape(extents) else { return nil }
        let operands = shapes.map { strides(of: $0, in: output) } + [output.strides]
        let axes = extents.indices.map { axis in
            var steps = SIMD4<Int>.zero
            for lane in operands.indices { steps[lane] = operands[lane][axis] }
            return Axis(extents[axis], steps)
        }
        return (NestedLoop(axes), output)
    }

    /// Returns the strides of a shape broadcast to a larger one: 0 for repeated axes.
    static func strides(of shape: Shape, in output: Shape) -> [Int] {
        let missing = output.rank - shape.rank
        let strides = shape.strides
        return output.dimensions.indices.map { axis in
            guard axis >= missing, shape[axis - missing] != 1 else { return 0 }
            return strides[axis - missing]
        }
    }
}

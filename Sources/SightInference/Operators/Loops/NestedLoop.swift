import SightTensor

/// Nested loops over the elements of up to four tensors at once, each with its own strides.
///
/// Axes that all tensors step through alike are merged, so most shapes end up with one or two.
/// A stride of 0 repeats an element: that is broadcasting, and reduction on the output's side.
struct NestedLoop: Sendable {
    /// Iterations of each axis, outermost first; never empty.
    let extents: [Int]
    /// Elements that each tensor moves on along an axis.
    let strides: [SIMD4<Int>]

    /// Merges axes; axes of extent 1 vanish.
    init(_ axes: [(extent: Int, strides: SIMD4<Int>)]) {
        var extents: [Int] = []
        var strides: [SIMD4<Int>] = []
        for axis in axes where axis.extent != 1 {
            if let last = strides.last, last == axis.strides &* SIMD4(repeating: axis.extent) {
                extents[extents.count - 1] *= axis.extent
                strides[strides.count - 1] = axis.strides
            } else {
                extents.append(axis.extent)
                strides.append(axis.strides)
            }
        }
        self.extents = extents.isEmpty ? [1] : extents
        self.strides = strides.isEmpty ? [.one] : strides
    }

    /// Iterations of the innermost axis.
    var inner: Int { extents[extents.count - 1] }
    /// Strides of the innermost axis.
    var innerStrides: SIMD4<Int> { strides[strides.count - 1] }
    /// How often the innermost axis is run through.
    var rowCount: Int { extents.contains(0) ? 0 : extents.dropLast().reduce(1, *) }

    /// Calls `body` with the element offsets at the start of each row.
    @inline(__always)
    func forEachRow<Failure: Error>(
        _ rows: Range<Int>, _ body: (SIMD4<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        guard !rows.isEmpty else { return }
        var position = Position(self, row: rows.lowerBound)
        for _ in rows {
            try body(position.offset)
            position.advance(self)
        }
    }

    /// A row and its offsets; the counters of up to eight merged axes live in a register file.
    private struct Position {
        var offset: SIMD4<Int> = .zero
        private var counters: SIMD32<Int32> = .zero

        init(_ loop: NestedLoop, row: Int) {
            var rest = row
            for axis in (0..<(loop.extents.count - 1)).reversed() {
                let (quotient, remainder) = rest.quotientAndRemainder(
                    dividingBy: loop.extents[axis])
                counters[axis & 31] = Int32(truncatingIfNeeded: remainder)
                offset &+= loop.strides[axis] &* SIMD4(repeating: remainder)
                rest = quotient
            }
        }

        @inline(__always)
        mutating func advance(_ loop: NestedLoop) {
            var axis = loop.extents.count - 2
            while axis >= 0 {
                let count = counters[axis & 31] &+ 1
                offset &+= loop.strides[axis]
                guard Int(count) == loop.extents[axis] else {
                    counters[axis & 31] = count
                    return
                }
                counters[axis & 31] = 0
                offset &-= loop.strides[axis] &* SIMD4(repeating: loop.extents[axis])
                axis -= 1
            }
        }
    }
}

extension NestedLoop {
    /// Loops over the broadcast of up to three shapes; the last lane used is the dense output.
    ///
    /// - Returns: `nil` when two extents differ and neither is 1, or the result overflows.
    static func broadcast(_ shapes: [Shape]) -> (loop: NestedLoop, shape: Shape)? {
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
            return (extents[axis], steps)
        }
        return (NestedLoop(axes), output)
    }

    /// Strides of a shape spread over a larger one: 0 where it repeats.
    static func strides(of shape: Shape, in output: Shape) -> [Int] {
        let missing = output.rank - shape.rank
        let strides = shape.strides
        return output.dimensions.indices.map { axis in
            guard axis >= missing, shape[axis - missing] != 1 else { return 0 }
            return strides[axis - missing]
        }
    }
}

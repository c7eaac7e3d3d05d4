import SightModelFile
import SightTensor

/// The windows that STABLEHLO_GATHER reads from a tensor, or STABLEHLO_SCATTER changes in it.
///
/// A tensor of indices says where each window begins. A second tensor, here called the list, has
/// the elements of all windows: the result of a gather, or the updates of a scatter. Some axes of
/// the list are axes of a window; the others count windows.
/// - Source: StableHLO specification, `gather` and `scatter`.
struct IndexedWindows: Sendable {
    /// An axis of the list.
    private struct Axis: Sendable {
        let extent: Int
        /// The distance of neighbors in the list, in elements.
        let listed: Int
        /// The distance of neighbors in the tensor, or in the indices, in elements.
        let step: Int
        /// The axis of the tensor; `nil` for an axis that counts windows.
        var axis: Int?
    }

    /// Neighboring elements along the last axis of a window that lie inside of the tensor.
    struct Row {
        /// The positions of the first element in the list and in the tensor.
        let listed: Int
        let position: Int
        let count: Int
        /// The distances of neighbors in the list and in the tensor, in elements.
        let steps: SIMD2<Int>
    }

    private let shape: Shape
    private let indices: Indices
    /// The axes of a window, without its last one.
    private let rows: [Axis]
    /// The last axis of a window.
    private let columns: Axis
    /// The axes that count windows.
    private let counts: [Axis]
    /// The axis of the tensor for each number of an index.
    private let indexed: [Int]
    /// The distance of neighboring numbers of an index, in elements of the indices.
    private let indexStep: Int
    /// The number of elements of a window along each axis of the tensor.
    private let window: [Int]
    /// The distance of neighbors along each axis of the tensor, in elements.
    private let strides: [Int]
    /// The number of windows and that of rows in a window; 0 if the list is empty.
    private let windowCount: Int
    private let rowCount: Int

    /// Checks the axes and the shapes of a tensor, its indices and the list.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode`.
    init(
        of shape: Shape, at indices: Indices, list: Shape, _ axes: StablehloWindowAxes,
        _ node: Preparation
    ) throws(ModelError) {
        func checked(_ given: [Int], below rank: Int) throws(ModelError) -> [Int] {
            guard Set(given).count == given.count, given.allSatisfy((0..<rank).contains) else {
                throw node.fail("axes \(given) are not different ones below \(rank)")
            }
            return given
        }
        let places = indices.spec.shape
        let windowAxes = try checked(axes.windowAxes, below: list.rank)
        let omitted = try checked(axes.omittedAxes, below: shape.rank)
        indexed = try checked(axes.indexedAxes, below: shape.rank)
        let countAxes = (0..<list.rank).filter { !windowAxes.contains($0) }
        let targetAxes = (0..<shape.rank).filter { !omitted.contains($0) }
        let placeAxes = (0..<places.rank).filter { $0 != axes.indexAxis }
        let isScalar = axes.indexAxis == places.rank
        guard (0...places.rank).contains(axes.indexAxis), windowAxes.count == targetAxes.count,
            indexed.count == (isScalar ? 1 : places[axes.indexAxis]),
            countAxes.map({ list[$0] }) == placeAxes.map({ places[$0] }),
            zip(windowAxes, targetAxes).allSatisfy({ list[$0] <= shape[$1] })
        else {
            throw node.fail(
                "windows \(list) with axes \(windowAxes) and indices \(places) do not fit \(shape)")
        }
        indexStep = isScalar ? 0 : places.strides[axes.indexAxis]
        counts = zip(countAxes, placeAxes).map {
            Axis(extent: list[$0], listed: list.strides[$0], step: places.strides[$1])
        }
        var extents = [Int](repeating: 1, count: shape.rank)
        for (axis, target) in zip(windowAxes, targetAxes) { extents[target] = list[axis] }
        window = extents
        let all = zip(windowAxes, targetAxes).map {
            Axis(
                extent: list[$0], listed: list.strides[$0], step: shape.strides[$1], axis: $1)
        }
        rows = Array(all.dropLast())
        columns = all.last ?? Axis(extent: 1, listed: 0, step: 0)
        (self.shape, self.indices, strides) = (shape, indices, shape.strides)
        let hasElements = list.elementCount > 0
        windowCount = hasElements ? counts.reduce(1) { $0 * $1.extent } : 0
        rowCount = hasElements ? rows.reduce(1) { $0 * $1.extent } : 0
    }

    /// Calls a closure for each row of each window, in the order of the list.
    ///
    /// Of a window that does not fit into the tensor, rows have the elements inside; with
    /// `moving`, the window begins at the nearest place where it fits.
    ///
    /// - Precondition: with `moving`, the window is no larger than the tensor along each axis.
    @inline(__always)
    func forEachRow(
        moving: Bool, _ memory: borrowing TensorMemory, _ body: (Row) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: window.count) { starts in
            starts.initialize(repeating: 0)
            for number in 0..<windowCount {
                let first = readStarts(of: number, to: starts, memory)
                if moving {
                    for axis in starts.indices {
                        starts[axis] = max(0, min(starts[axis], shape[axis] - window[axis]))
                    }
                }
                // Far outside, sums with a start could overflow.
                let overlaps = starts.indices.allSatisfy {
                    starts[$0] > -window[$0] && starts[$0] < shape[$0]
                }
                if overlaps { forEachRow(listed: first, at: starts, body) }
            }
        }
    }

    /// Reads where a window begins; returns the position of its first element in the list.
    private func readStarts(
        of number: Int, to starts: UnsafeMutableBufferPointer<Int>,
        _ memory: borrowing TensorMemory
    ) -> Int {
        var (rest, listed, place) = (number, 0, 0)
        for axis in counts.reversed() {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: axis.extent)
            listed += remainder * axis.listed
            place += remainder * axis.step
            rest = quotient
        }
        for (component, axis) in indexed.enumerated() {
            starts[axis] = indices.number(place + component * indexStep, memory)
        }
        return listed
    }

    /// Calls a closure for each row of a window that overlaps the tensor.
    @inline(__always)
    private func forEachRow(
        listed first: Int, at starts: UnsafeMutableBufferPointer<Int>, _ body: (Row) -> Void
    ) {
        var origin = 0
        for axis in starts.indices { origin += starts[axis] * strides[axis] }
        var inside = 0..<columns.extent
        if let axis = columns.axis {
            // The window overlaps the tensor, so this range is not empty.
            inside = max(0, -starts[axis])..<min(columns.extent, shape[axis] - starts[axis])
        }
        for number in 0..<rowCount {
            var (rest, listed, position, isInside) = (number, first, origin, true)
            for axis in rows.reversed() {
                let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: axis.extent)
                listed += remainder * axis.listed
                position += remainder * axis.step
                if let target = axis.axis {
                    let coordinate = starts[target] + remainder
                    isInside = isInside && coordinate >= 0 && coordinate < shape[target]
                }
                rest = quotient
            }
            guard isInside else { continue }
            body(
                Row(
                    listed: listed + inside.lowerBound * columns.listed,
                    position: position + inside.lowerBound * columns.step, count: inside.count,
                    steps: SIMD2(columns.listed, columns.step)))
        }
    }
}

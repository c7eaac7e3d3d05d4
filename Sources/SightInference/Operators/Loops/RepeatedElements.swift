/// A copy of an operand that repeats each of its elements along a short innermost axis.
///
/// A mean of a group of channels is such an operand: the innermost axis has the few channels of a
/// group, and outer axes repeat the means for each pixel. With the copy, the group axis and the
/// innermost axis are one, so a kernel gets rows of all channels.
struct RepeatedElements: Sendable {
    /// The lane of the operand in the loop.
    let lane: Int
    /// The loop over all tensors, with the copy in the lane of the operand.
    let loop: NestedLoop
    /// The number of elements of the copy.
    let count: Int
    private let copy: StridedCopy

    /// The largest number of elements of a copy, which each task makes.
    private static var maximumCount: Int { 1 << 13 }

    /// Plans a copy.
    ///
    /// - Returns: `nil` if the rows are long or would not become longer, or if the copy would have
    ///   more than a quarter of the elements of the result.
    init?(lane: Int, in loop: NestedLoop, elementSize: Int) {
        guard loop.axes.count > 2, loop.inner < NestedLoop.longRow, loop.innerStrides[lane] == 0
        else {
            return nil
        }
        var (axes, copied) = (loop.axes, [(extent: Int, from: Int, to: Int)]())
        var (count, total) = (1, 1)
        for index in axes.indices.reversed() {
            let (extent, step) = (axes[index].extent, axes[index].strides[lane])
            total *= extent
            guard step != 0 || index == axes.count - 1 else { continue }
            copied.insert((extent, step, count), at: 0)
            axes[index].strides[lane] = count
            count *= extent
        }
        let longer = NestedLoop(axes)
        guard longer.inner > loop.inner, count <= min(total / 4, Self.maximumCount) else {
            return nil
        }
        (self.lane, self.loop, self.count) = (lane, longer, count)
        copy = StridedCopy(copied, elementSize: elementSize)
    }

    /// Makes the copy.
    func fill(_ target: UnsafeMutableRawPointer, from operand: UnsafeMutableRawPointer) {
        copy.run(0..<copy.rowCount, from: operand, to: target)
    }
}

import SightTensor

/// The axes along which the space and batch sides of a block rearrangement are walked.
enum BlockAxes {
    /// Extents with the strides of both sides.
    ///
    /// The batch side's first axis is `[block…, N]`, the space side's axes are `[extent, block]`.
    static func axes(space: Shape, batch: Shape, block: [Int])
        -> [(extent: Int, space: Int, batch: Int)]
    {
        let (inSpace, inBatch) = (space.strides, batch.strides)
        var axes: [(extent: Int, space: Int, batch: Int)] = []
        var step = space[0] * inBatch[0]
        var blocks: [(extent: Int, space: Int, batch: Int)] = []
        for (index, size) in block.enumerated().reversed() {
            blocks.insert((size, inSpace[index + 1], step), at: 0)
            step *= size
        }
        axes += blocks
        axes.append((space[0], inSpace[0], inBatch[0]))
        for axis in 1..<space.rank {
            let size = axis <= block.count ? block[axis - 1] : 1
            axes.append((batch[axis], inSpace[axis] * size, inBatch[axis]))
        }
        return axes
    }
}

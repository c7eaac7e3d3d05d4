import SightModelFile
import SightTensor

/// The block and the pairs of SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND, for `[N, H, W, …]`.
struct BlockShape {
    let block: [Int]
    /// Padding or cropping before and after each spatial axis.
    let before: [Int]
    let after: [Int]

    init(_ node: Preparation, input: TensorSpec) throws(ModelError) {
        try node.expect(inputs: 3...3)
        try node.expectSameType(input, node.output(0))
        let block = try node.integers(1)
        let pairs = try node.integers(2)
        let axes = block.count
        guard axes > 0, axes < input.shape.rank, pairs.count == 2 * axes,
            block.allSatisfy({ (1..<(1 << 31)).contains($0) }),
            pairs.allSatisfy({ (0..<(1 << 31)).contains($0) })
        else { throw node.fail("block \(block) and \(pairs) do not fit \(input.shape)") }
        self.block = block
        before = (0..<axes).map { pairs[2 * $0] }
        after = (0..<axes).map { pairs[2 * $0 + 1] }
    }
}

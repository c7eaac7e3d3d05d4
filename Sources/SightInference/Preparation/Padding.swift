import SightModelFile
import SightTensor

/// The constant `[before, after]` pairs of PAD, PADV2 and MIRROR_PAD.
struct Padding: Sendable {
    let before: [Int]
    let after: [Int]

    init(_ node: Preparation, input: TensorSpec) throws(ModelError) {
        let numbers = try node.integers(1)
        guard numbers.count == 2 * input.shape.rank,
            numbers.allSatisfy({ (0..<(1 << 31)).contains($0) })
        else { throw node.fail("\(numbers) does not pad \(input.shape)") }
        before = stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] }
        after = stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
    }

    /// Returns the padded shape.
    func shape(_ input: TensorSpec, _ node: Preparation) throws(ModelError) -> Shape {
        try node.shape(
            input.shape.dimensions.indices.map { input.shape[$0] + before[$0] + after[$0] })
    }
}

import SightTensor

/// The steps of a sequence: where each step and batch finds its input and puts its output.
///
/// Input `[batches, steps, inputs]`, time first when it says so, or `[batches, inputs]` for one
/// step; the output alike.
struct RecurrentSequence: Sendable {
    let input: TensorSpec
    let output: TensorSpec
    let batches: Int
    let steps: Int
    let inputSize: Int
    private let isTimeMajor: Bool

    init(_ node: Preparation, outputs: Int, isTimeMajor: Bool) throws(ModelError) {
        input = try node.input(0)
        try node.expectRank(input, 2...3)
        self.isTimeMajor = isTimeMajor && input.shape.rank == 3
        let shape = input.shape
        inputSize = shape[-1]
        (batches, steps) =
            shape.rank == 2
            ? (shape[0], 1) : isTimeMajor ? (shape[1], shape[0]) : (shape[0], shape[1])
        output = try node.setOutput(0, shape: node.shape(shape.dimensions.dropLast() + [outputs]))
    }

    /// The row of a step and batch, of the input as of the output.
    func row(_ step: Int, _ batch: Int) -> Int {
        isTimeMajor ? step * batches + batch : batch * steps + step
    }
}

import SightModelFile
import SightTensor

/// The steps of a sequence, with the position of each step and batch in the input and the output.
///
/// The input is `[batches, steps, inputs]`, `[steps, batches, inputs]` if time is major, or
/// `[batches, inputs]` for one step. The output has the same layout.
struct RecurrentSequence: Sendable {
    let input: TensorSpec
    let output: TensorSpec
    let batches: Int
    let steps: Int
    let inputSize: Int
    /// The number of elements in a row of the output, and the first one that this sequence writes.
    let outputWidth: Int
    let outputOffset: Int
    private let isTimeMajor: Bool
    private let isReversed: Bool

    /// Creates the sequence of input 0, which writes all of output 0.
    init(_ node: Preparation, outputs: Int, isTimeMajor: Bool) throws(ModelError) {
        let input = try node.input(0)
        try node.expectRank(input, 2...3)
        let extents = Array(input.shape.dimensions.dropLast()) + [outputs]
        self.init(
            input, output: try node.setOutput(0, shape: node.shape(extents)), offset: 0,
            isTimeMajor: isTimeMajor, isReversed: false)
    }

    /// Creates a sequence in either direction, which writes a part of each row of an output.
    ///
    /// - Precondition: `input` has 2 or 3 axes.
    init(
        _ input: TensorSpec, output: TensorSpec, offset: Int, isTimeMajor: Bool, isReversed: Bool
    ) {
        let shape = input.shape
        (self.input, self.output, self.isReversed) = (input, output, isReversed)
        self.isTimeMajor = isTimeMajor && shape.rank == 3
        inputSize = shape[-1]
        (batches, steps) =
            shape.rank == 2
            ? (shape[0], 1) : isTimeMajor ? (shape[1], shape[0]) : (shape[0], shape[1])
        (outputWidth, outputOffset) = (output.shape[-1], offset)
    }

    /// Returns the row of a step and batch in the input and in the output.
    func row(_ step: Int, _ batch: Int) -> Int {
        let time = isReversed ? steps - 1 - step : step
        return isTimeMajor ? time * batches + batch : batch * steps + time
    }

    /// Returns the address of a row's output.
    func target(_ row: Int, _ memory: borrowing TensorMemory) -> UnsafeMutablePointer<Float> {
        memory.elements(output.slot) + row * outputWidth + outputOffset
    }
}

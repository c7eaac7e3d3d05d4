import SightModelFile
import SightTensor

/// A second input sequence with weights, such as the output of the backward layer below.
struct SecondInput: Sendable {
    private let input: TensorSpec
    let weights: WeightMatrix
    /// The number of elements of a step.
    var size: Int { input.shape[-1] }

    /// Checks the tensors.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    init(
        _ input: TensorSpec, weights: TensorSpec, rows: Int, beside sequence: RecurrentSequence,
        _ node: Preparation
    ) throws(ModelError) {
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        let main = sequence.input.shape
        guard input.shape.rank == main.rank,
            input.shape.dimensions.dropLast() == main.dimensions.dropLast(),
            weights.shape.dimensions == [rows, input.shape[-1]], input.shape[-1] > 0
        else {
            throw node.fail(
                "weights \(weights.shape) of a second input \(input.shape) beside \(main)")
        }
        self.input = input
        self.weights = try WeightMatrix(weights, node)
    }

    /// Returns the input of a row of the sequence.
    func row(_ row: Int, _ memory: borrowing TensorMemory) -> UnsafeMutablePointer<Float> {
        memory.elements(input.slot) + row * size
    }
}

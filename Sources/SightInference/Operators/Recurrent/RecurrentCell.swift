import CSightKernels
import SightModelFile
import SightTensor

/// A plain recurrent layer: an activation of the weighted input plus the weighted last output.
///
/// float32, also with int8 weights. Inputs from a position on: weights `[units, inputs]`, recurrent
/// weights `[units, units]`, bias `[units]`, state `[batches, units]`. A second input with its own
/// weights is optional.
/// - Source: TensorFlow Lite `basic_rnn`, `unidirectional_sequence_rnn` and
///   `bidirectional_sequence_rnn`.
struct RecurrentCell: PreparedOperator {
    private let sequence: RecurrentSequence
    private let weights: WeightMatrix
    private let recurrent: WeightMatrix
    private let second: SecondInput?
    private let bias: TensorSpec
    private let state: TensorSpec
    private let units: Int
    private let activation: ActivationOption
    /// Scratch memory for the input, the last output and the second input.
    private let inputMemory: VectorMemory
    private let recurrentMemory: VectorMemory
    private let secondMemory: VectorMemory

    /// Creates the layer of input 0 and the four inputs after it, forward over a sequence.
    init(_ node: Preparation, activation: ActivationOption, isTimeMajor: Bool, isAsymmetric: Bool)
        throws(ModelError)
    {
        try node.expect(inputs: 5...5)
        let units = try Self.units(node, at: 1)
        try self.init(
            node, at: 1,
            over: RecurrentSequence(node, outputs: units, isTimeMajor: isTimeMajor), second: nil,
            activation: activation, isAsymmetric: isAsymmetric)
    }

    /// Returns the number of units for the weights at a position.
    static func units(_ node: Preparation, at position: Int) throws(ModelError) -> Int {
        let weights = try node.input(position)
        try node.expectRank(weights, 2...2)
        return weights.shape[0]
    }

    /// Creates the layer of the weights at a position, over a sequence.
    init(
        _ node: Preparation, at position: Int, over sequence: RecurrentSequence,
        second: (input: TensorSpec, weights: TensorSpec)?, activation: ActivationOption,
        isAsymmetric: Bool
    ) throws(ModelError) {
        let (matrix, square) = (try node.input(position), try node.input(position + 1))
        bias = try node.input(position + 2)
        guard matrix.shape.rank == 2, sequence.inputSize == matrix.shape[1],
            matrix.shape.elementCount > 0,
            square.shape.dimensions == [matrix.shape[0], matrix.shape[0]],
            bias.shape.elementCount == matrix.shape[0]
        else {
            throw node.fail(
                "weights \(matrix.shape) and \(square.shape) do not fit input "
                    + "\(sequence.input.shape)")
        }
        guard [.none, .relu, .reluN1To1, .relu6, .tanh].contains(activation) else {
            throw node.fail(.unsupported, "activation \(activation.rawValue)")
        }
        units = matrix.shape[0]
        self.sequence = sequence
        state = try node.recurrentState(position + 3, count: sequence.batches * units)
        for spec in [sequence.input, bias, state, sequence.output]
        where spec.elementType != .float32 {
            throw node.unsupported(spec)
        }
        try node.expectSameType(matrix, square)
        weights = try WeightMatrix(matrix, node)
        recurrent = try WeightMatrix(square, node)
        if let second {
            try node.expectSameType(matrix, second.weights)
            self.second = try SecondInput(
                second.input, weights: second.weights, rows: units, beside: sequence, node)
        } else {
            self.second = nil
        }
        self.activation = activation
        let rows = units
        func memory(_ count: Int) throws(ModelError) -> VectorMemory {
            try VectorMemory(
                count: count, rows: rows, isQuantized: matrix.elementType == .int8,
                isAsymmetric: isAsymmetric, node)
        }
        inputMemory = try memory(sequence.inputSize)
        recurrentMemory = try memory(units)
        secondMemory = try memory(self.second?.size ?? 0)
    }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        for batch in 0..<sequence.batches {
            for step in 0..<sequence.steps {
                run(row: sequence.row(step, batch), batch: batch, memory)
            }
        }
    }

    private func run(row: Int, batch: Int, _ memory: borrowing TensorMemory) {
        let source =
            memory.elements(sequence.input.slot, as: Float.self) + row * sequence.inputSize
        let kept = memory.elements(state.slot, as: Float.self) + batch * units
        let target = sequence.target(row, memory)
        let input = inputMemory.vector(source, count: sequence.inputSize, memory)
        let last = recurrentMemory.vector(kept, count: units, memory)
        target.update(from: memory.elements(bias.slot, as: Float.self), count: units)
        weights.multiply(input, addingTo: target, memory)
        if let second {
            let vector = secondMemory.vector(
                second.row(row, memory), count: second.size, memory)
            second.weights.multiply(vector, addingTo: target, memory)
        }
        recurrent.multiply(last, addingTo: target, memory)
        activate(target)
        kept.update(from: target, count: units)
    }

    /// Applies the activation to the units of a row.
    private func activate(_ values: UnsafeMutablePointer<Float>) {
        let kernels = sight_row_kernels_best(sight_current_tier()).pointee
        if activation == .tanh {
            kernels.tangents(values, units, values)
        } else if let range = activation.range {
            kernels.limit(values, units, range.lowerBound, range.upperBound, values)
        }
    }
}

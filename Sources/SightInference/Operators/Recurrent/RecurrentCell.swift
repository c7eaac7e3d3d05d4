import Foundation
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
    private let isHybrid: Bool
    private let isAsymmetric: Bool
    /// Scratch memory for up to three quantized vectors.
    private let bytes: TensorSlot

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
        isHybrid = matrix.elementType == .int8
        self.activation = activation
        self.isAsymmetric = isAsymmetric
        bytes = try node.scratch(
            byteCount: sequence.inputSize + units + (self.second?.size ?? 0))
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
        let room = memory.elements(bytes, as: Int8.self)
        let input = RealVector(
            source, count: sequence.inputSize, bytes: room, isQuantized: isHybrid,
            isAsymmetric: isAsymmetric)
        let last = RealVector(
            kept, count: units, bytes: room + sequence.inputSize, isQuantized: isHybrid,
            isAsymmetric: isAsymmetric)
        target.update(from: memory.elements(bias.slot, as: Float.self), count: units)
        weights.multiply(input, addingTo: target, memory)
        if let second {
            let vector = RealVector(
                second.row(row, memory), count: second.size,
                bytes: room + sequence.inputSize + units, isQuantized: isHybrid,
                isAsymmetric: isAsymmetric)
            second.weights.multiply(vector, addingTo: target, memory)
        }
        recurrent.multiply(last, addingTo: target, memory)
        for i in 0..<units { target[i] = activate(target[i]) }
        kept.update(from: target, count: units)
    }

    private func activate(_ x: Float) -> Float {
        switch activation {
        case .relu: max(0, x)
        case .reluN1To1: clamp(x, -1, 1)
        case .relu6: clamp(x, 0, 6)
        case .tanh: tanhf(x)
        default: x
        }
    }
}

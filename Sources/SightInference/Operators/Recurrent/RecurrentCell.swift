import Foundation
import SightTensor

/// A plain recurrent layer: the activation of the weighted input and the weighted last output.
///
/// float32, also with int8 weights. Inputs: input, weights `[units, inputs]`, recurrent weights
/// `[units, units]`, bias `[units]`, state `[batches, units]`.
/// - Source: TensorFlow Lite `basic_rnn` and `unidirectional_sequence_rnn`.
struct RecurrentCell: PreparedOperator {
    private let sequence: RecurrentSequence
    private let weights: WeightMatrix
    private let recurrent: WeightMatrix
    private let bias: TensorSpec
    private let state: TensorSpec
    private let units: Int
    private let activation: Int
    private let isHybrid: Bool
    private let isAsymmetric: Bool
    /// Two quantised vectors.
    private let bytes: TensorSlot

    init(_ node: Preparation, activation: Int, isTimeMajor: Bool, isAsymmetric: Bool)
        throws(ModelError)
    {
        try node.expect(inputs: 5...5)
        let (input, matrix) = (try node.input(0), try node.input(1))
        let square = try node.input(2)
        bias = try node.input(3)
        guard matrix.shape.rank == 2, input.shape.rank > 0, input.shape[-1] == matrix.shape[1],
            matrix.shape.elementCount > 0,
            square.shape.dimensions == [matrix.shape[0], matrix.shape[0]],
            bias.shape.elementCount == matrix.shape[0]
        else {
            throw node.fail(
                "weights \(matrix.shape) and \(square.shape) do not fit input \(input.shape)")
        }
        guard [0, 1, 2, 3, 4].contains(activation) else {
            throw node.fail(.unsupported, "activation \(activation)")
        }
        units = matrix.shape[0]
        sequence = try RecurrentSequence(node, outputs: units, isTimeMajor: isTimeMajor)
        state = try node.recurrentState(4, count: sequence.batches * units)
        for spec in [input, bias, state, sequence.output] where spec.elementType != .float32 {
            throw node.unsupported(spec)
        }
        try node.expectSameType(matrix, square)
        weights = try WeightMatrix(matrix, node)
        recurrent = try WeightMatrix(square, node)
        isHybrid = matrix.elementType == .int8
        self.activation = activation
        self.isAsymmetric = isAsymmetric
        bytes = try node.scratch(byteCount: sequence.inputSize + units)
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
        let target = memory.elements(sequence.output.slot, as: Float.self) + row * units
        let room = memory.elements(bytes, as: Int8.self)
        let input = RealVector(
            source, count: sequence.inputSize, bytes: room, isQuantized: isHybrid,
            isAsymmetric: isAsymmetric)
        let last = RealVector(
            kept, count: units, bytes: room + sequence.inputSize, isQuantized: isHybrid,
            isAsymmetric: isAsymmetric)
        target.update(from: memory.elements(bias.slot, as: Float.self), count: units)
        weights.multiply(input, addingTo: target, memory)
        recurrent.multiply(last, addingTo: target, memory)
        for i in 0..<units { target[i] = activate(target[i]) }
        kept.update(from: target, count: units)
    }

    private func activate(_ x: Float) -> Float {
        switch activation {
        case 1: max(0, x)
        case 2: clamp(x, -1, 1)
        case 3: clamp(x, 0, 6)
        case 4: tanhf(x)
        default: x
        }
    }
}

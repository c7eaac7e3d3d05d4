import Foundation
import SightModelFile
import SightTensor

/// The oldest form of LSTM: the states are inputs and outputs, and one matrix computes all gates.
///
/// float32. Inputs: input `[…, inputs]`, last output `[…, outputs]`, weights
/// `[4 × outputs, inputs + outputs]`, bias, last state; outputs: output, state, the joined input and
/// the gates' sums. Gates in the order input, modulation, forget, output.
/// - Source: TensorFlow Lite `lstm`, `kTfLiteLSTMBasicKernel`.
struct BasicLSTM: PreparedOperator {
    private let inputs: [TensorSpec]
    private let outputs: [TensorSpec]
    private let rows: Int
    private let inputSize: Int
    private let count: Int

    init(_ node: Preparation) throws(ModelError) {
        try node.expect(inputs: 5...5, outputs: 4)
        var inputs: [TensorSpec] = []
        for index in 0..<5 {
            let spec = try node.input(index)
            guard spec.elementType == .float32 else { throw node.unsupported(spec) }
            inputs.append(spec)
        }
        let (input, last, weights) = (inputs[0].shape, inputs[1].shape, inputs[2].shape)
        guard input.rank >= 2, last.rank >= 2, weights.rank == 2 else {
            throw node.fail("inputs \(input) and \(last), weights \(weights)")
        }
        (rows, inputSize, count) = (input[0], input.elementCount / max(1, input[0]), last[-1])
        guard rows > 0, count > 0, last.elementCount == rows * count,
            inputs[4].shape.elementCount == rows * count,
            weights.dimensions == [4 * count, inputSize + count],
            inputs[3].shape.elementCount == 4 * count
        else { throw node.fail("weights \(weights) do not fit \(input) and \(last)") }
        self.inputs = inputs
        let (joined, sums) = ([rows, inputSize + count], [rows, 4 * count])
        var outputs: [TensorSpec] = []
        for (index, extents) in [[rows, count], [rows, count], joined, sums].enumerated() {
            let output = try node.setOutput(index, shape: node.shape(extents))
            guard output.elementType == .float32 else { throw node.unsupported(output) }
            outputs.append(output)
        }
        self.outputs = outputs
    }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let width = inputSize + count
        let (weights, bias) = (elements(inputs[2], memory), elements(inputs[3], memory))
        for row in 0..<rows {
            let joined = elements(outputs[2], memory) + row * width
            let sums = elements(outputs[3], memory) + row * 4 * count
            joined.update(from: elements(inputs[0], memory) + row * inputSize, count: inputSize)
            (joined + inputSize).update(
                from: elements(inputs[1], memory) + row * count, count: count)
            for gate in 0..<(4 * count) {
                var sum: Float = 0
                for i in 0..<width { sum += weights[gate * width + i] * joined[i] }
                sums[gate] = sum + bias[gate]
            }
            let old = elements(inputs[4], memory) + row * count
            let state = elements(outputs[1], memory) + row * count
            let output = elements(outputs[0], memory) + row * count
            for i in 0..<count {
                let modulated = sigmoid(sums[i]) * tanhf(sums[count + i])
                state[i] = modulated + sigmoid(sums[2 * count + i]) * old[i]
                output[i] = sigmoid(sums[3 * count + i]) * tanhf(state[i])
            }
        }
    }

    private func elements(_ spec: TensorSpec, _ memory: borrowing TensorMemory)
        -> UnsafeMutablePointer<Float>
    {
        memory.elements(spec.slot)
    }

    private func sigmoid(_ x: Float) -> Float { 1 / (1 + expf(-x)) }
}

import CSightKernels
import SightModelFile
import SightTensor

/// The oldest form of LSTM: the states are inputs and outputs, and one matrix computes all gates.
///
/// float32. Inputs: input `[…, inputs]`, last output `[…, outputs]`, weights
/// `[4 × outputs, inputs + outputs]`, bias, last state; outputs: output, state, the joined input
/// and the gates' sums. Gates in the order input, modulation, forget, output.
/// - Source: TensorFlow Lite `lstm`, `kTfLiteLSTMBasicKernel`.
struct BasicLSTM: PreparedOperator {
    private let inputs: [TensorSpec]
    private let outputs: [TensorSpec]
    private let rows: Int
    private let inputSize: Int
    private let count: Int
    /// Scratch memory for the four gates of a row.
    private let gates: TensorSlot

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
        gates = try node.scratch(byteCount: 4 * count * MemoryLayout<Float>.stride)
    }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let width = inputSize + count
        let kernels = sight_row_kernels_best(sight_current_tier()).pointee
        let (weights, bias) = (elements(inputs[2], memory), elements(inputs[3], memory))
        for row in 0..<rows {
            let joined = elements(outputs[2], memory) + row * width
            let sums = elements(outputs[3], memory) + row * 4 * count
            joined.update(from: elements(inputs[0], memory) + row * inputSize, count: inputSize)
            (joined + inputSize).update(
                from: elements(inputs[1], memory) + row * count, count: count)
            sums.update(from: bias, count: 4 * count)
            kernels.multiply_vector(weights, 4 * count, width, joined, sums)
            let old = elements(inputs[4], memory) + row * count
            let state = elements(outputs[1], memory) + row * count
            let output = elements(outputs[0], memory) + row * count
            let gates = memory.elements(self.gates, as: Float.self)
            kernels.sigmoids(sums, 4 * count, gates)
            kernels.tangents(sums + count, count, gates + count)
            for i in 0..<count {
                state[i] = gates[i] * gates[count + i] + gates[2 * count + i] * old[i]
            }
            kernels.tangents(state, count, output)
            for i in 0..<count { output[i] *= gates[3 * count + i] }
        }
    }

    private func elements(_ spec: TensorSpec, _ memory: borrowing TensorMemory)
        -> UnsafeMutablePointer<Float>
    {
        memory.elements(spec.slot)
    }
}

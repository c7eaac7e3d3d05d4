import CSightKernels
import SightModelFile
import SightTensor

/// The last phase of a layer with float inputs and outputs and an int8 filter, whose integer sums a
/// kernel of floats has written to the layer's output: it scales the sums in place.
///
/// The phases before are ``HybridQuantization``, ``HybridFloats`` and the layer of floats. Integers
/// up to 2²⁴ are exact in binary32, so that smaller sums equal those of integer kernels to the bit.
struct ScaledSums: PreparedOperator, Sendable {
    private let input: HybridQuantization
    private let output: TensorSlot
    private let scaling: HybridScaling
    /// The number of output pixels of a batch.
    private let batchPixels: Int
    private let split: TaskSplit

    /// Reads scales and bias.
    ///
    /// `scales` has one scale for the filter, or one for each of the output's `channels`.
    init(
        _ layer: LayerTensors, _ activation: FusedActivation, batchPixels: Int,
        input: HybridQuantization, scales: [Float], channels: Int, _ node: Preparation
    ) {
        self.input = input
        self.batchPixels = max(1, batchPixels)
        output = layer.output.slot
        scaling = HybridScaling(layer, activation, scales: scales, channels: channels)
        split = node.split(input.batchCount * batchPixels, cost: channels)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let pixels = split.range(task)
        let stride = scaling.channels * MemoryLayout<Float>.stride
        let block = sight_block(
            row: pixels.lowerBound, rows: pixels.count, column: 0, columns: scaling.channels)
        scaling.run(
            memory[output] + pixels.lowerBound * stride, stride: stride, block,
            batchRows: batchPixels, of: input, memory)
    }
}

import CSightKernels
import SightModelFile
import SightTensor

/// A depthwise layer with float inputs and outputs and an int8 filter, whose integer sums are
/// computed by ``FloatDepthwise``.
///
/// Integers up to 2²⁴ are exact in binary32, so that the results equal those of ``HybridProduct``
/// to the bit. The phases are ``HybridQuantization``, ``HybridFloats``, ``FloatDepthwise``, and
/// this one, which scales the sums in place.
struct HybridDepthwise: PreparedOperator, Sendable {
    private let input: HybridQuantization
    private let output: TensorSlot
    private let scaling: HybridScaling
    /// The number of output pixels of a batch.
    private let batchPixels: Int
    private let split: TaskSplit

    /// Whether all sums of a layer are exact.
    static func isExact(_ geometry: ConvolutionGeometry) -> Bool {
        geometry.tapCount <= (1 << 24) / (128 * 255)
    }

    /// Reads scales and bias; a phase before this one writes the sums to the layer's output.
    ///
    /// `scales` has one scale for the filter, or one for each of the output's `channels`.
    init(
        _ layer: LayerTensors, _ activation: FusedActivation, _ geometry: ConvolutionGeometry,
        input: HybridQuantization, scales: [Float], channels: Int, _ node: Preparation
    ) {
        self.input = input
        output = layer.output.slot
        scaling = HybridScaling(layer, activation, scales: scales, channels: channels)
        batchPixels = geometry.height.output * geometry.width.output
        split = node.split(geometry.pixelCount, cost: channels)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let pixels = split.range(task)
        let start = pixels.lowerBound * scaling.channels * MemoryLayout<Float>.stride
        scaling.run(
            memory[output] + start, rows: pixels, batchRows: batchPixels, of: input, memory)
    }
}

import CSightKernels
import SightTensor

/// A depthwise convolution of 8-bit integers with one output for each input channel.
struct IntegerDepthwise: PreparedOperator, @unchecked Sendable {  // immutable; C kernels
    private let kernel: sight_q8_dwconv_function
    private let input: TensorSlot
    private let output: TensorSlot
    private let image: ImagePlan
    private let packed: AlignedStorage
    private let passes: Int
    private let flip: UInt8
    private let requantization: sight_requantization
    private let split: BlockSplit

    /// Packs the weights `[height, width, channels]`.
    init(
        _ layer: LayerTensors, _ requantization: LayerRequantization, image: ImagePlan,
        threads: Int
    ) {
        let (height, width) = image.kernel
        kernel = sight_q8_dwconv_best(sight_current_tier(), height, width).pointee.run
        input = layer.input.slot
        output = layer.output.slot
        self.image = image
        let isSigned = layer.input.elementType == .int8
        flip = isSigned ? 0x80 : 0
        self.requantization = requantization.shared
        (packed, passes) = requantization.multipliers.withUnsafeBufferPointer { multipliers in
            requantization.lefts.withUnsafeBufferPointer { lefts in
                requantization.rights.withUnsafeBufferPointer { rights in
                    var description = sight_q8_dwconv_weights(
                        kernel_height: height, kernel_width: width, channels: image.channels,
                        weights: layer.weights.baseAddress,
                        biases: layer.bias?.assumingMemoryBound(to: Int32.self),
                        multipliers: multipliers.baseAddress, lefts: lefts.baseAddress,
                        rights: rights.baseAddress,
                        input_zero_point: requantization.inputZeroPoint,
                        weight_zero_point: requantization.weightZeroPoint,
                        input_is_signed: isSigned, weights_are_signed: isSigned)
                    let passes = sight_q8_dwconv_passes(&description)
                    let packed = AlignedStorage(
                        byteCount: sight_q8_dwconv_packed_bytes(
                            height, width, image.channels, passes))
                    sight_q8_dwconv_pack(&description, passes, packed.start)
                    return (packed, passes)
                }
            }
        }
        split = BlockSplit(
            rows: image.pixelCount, columns: image.channels,
            tile: (1, Int(sight_q8_dwconv_width)), cost: 24 + 4 * height * width,
            threads: threads)
    }

    var taskCount: Int { split.count }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        var job = sight_q8_dwconv_job(
            image: image.image(over: memory[input]), packed: packed.start, passes: passes,
            input_flip: flip, output_flip: flip, output: memory[output],
            output_stride: image.channels, requantization: requantization)
        kernel(&job, split.block(task))
    }
}

import CSightKernels
import SightModelFile
import SightTensor

/// A convolution of 8-bit integers with 3 or 4 input channels, such as the first layer of a network
/// for images; its registers hold neighboring pixels.
///
/// The results equal those of ``IntegerProduct`` to the bit.
struct IntegerPlanarProduct: PreparedOperator, Sendable {
    nonisolated(unsafe) private let kernel: sight_q8_planar_function  // a C function
    private let planes: PlanarImage
    private let output: TensorSlot
    private let columns: Int
    private let packed: AlignedStorage
    /// One int32: the result of packing.
    private let weightOffset: AlignedStorage
    private let requantization: sight_requantization
    private let split: TaskSplit

    /// The smallest number of cells of a filter: each pixel of the planes is read that often.
    private static let minimumTaps = 4
    /// The smallest number of pixels of an output row: two registers.
    private static let minimumWidth = 32

    /// Returns the kernel of the layer's tier if a convolution with one group is faster this way.
    static func kernel(
        for geometry: ConvolutionGeometry, _ requantization: LayerRequantization
    ) -> sight_q8_planar_kernel? {
        let best = sight_q8_planar_best(requantization.tier).pointee
        let suits =
            best.tier == requantization.tier && best.tier != sight_tier_scalar
            && requantization.shared.nearest && (3...4).contains(geometry.channels)
            && geometry.tapCount >= minimumTaps && geometry.width.output >= minimumWidth
            && geometry.height.dilation == 1 && geometry.width.dilation == 1
            && PlanarImage.suits(geometry)
        return suits ? best : nil
    }

    /// Adds a task that packs the weights `[N, taps, depth]`, and a phase that fills the planes.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ layer: LayerTensors, _ requantization: LayerRequantization,
        _ geometry: ConvolutionGeometry, kernel: sight_q8_planar_kernel, weights: ConstantBytes,
        columns: Int
    ) throws(ModelError) {
        let (node, isSigned) = (layer.node, layer.input.elementType == .int8)
        self.kernel = kernel.run
        planes = try PlanarImage(
            layer.input.slot, geometry,
            .pixels(
                zero: UInt8(truncatingIfNeeded: requantization.inputZeroPoint),
                flip: isSigned ? 0x80 : 0, spread: kernel.spread), node)
        output = layer.output.slot
        self.columns = columns
        self.requantization = requantization.shared
        let taps = geometry.tapCount
        packed = try node.packedStorage(byteCount: sight_q8_planar_packed_bytes(taps, columns))
        weightOffset = try node.storage(byteCount: MemoryLayout<Int32>.stride)
        split = node.split(
            geometry.batches * geometry.height.output,
            cost: geometry.width.output * columns * (taps / 4 + 1))
        let (packed, weightOffset, bias) = (packed, weightOffset, layer.bias)
        node.packing.add {
            requantization.withChannels { multipliers, _, rights in
                var description = sight_q8_planar_weights(
                    taps: taps, channels: geometry.channels, columns: columns,
                    weights: weights.bytes.baseAddress, biases: bias?.start(of: Int32.self),
                    multipliers: multipliers, rights: rights,
                    input_zero_point: requantization.inputZeroPoint,
                    weight_zero_point: requantization.weightZeroPoint, is_signed: isSigned)
                weightOffset.start.storeBytes(
                    of: sight_q8_planar_pack(&description, packed.start), as: Int32.self)
            }
        }
        node.addPhase(planes)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let (height, width) = (planes.geometry.height, planes.geometry.width)
        var job = sight_q8_planar_job(
            planes: memory.elements(planes.output, as: UInt8.self),
            channels: planes.geometry.channels, pitch: planes.pitch,
            kernel_height: height.kernel, kernel_width: width.kernel, stride_y: height.stride,
            stride_x: width.stride, batch_rows: planes.batchRows, height: height.output,
            width: width.output, columns: columns, packed: packed.start,
            weight_offset: weightOffset.start.load(as: Int32.self),
            output: memory.elements(output), requantization: requantization)
        let rows = split.range(task)
        kernel(&job, rows.lowerBound, rows.count)
    }
}

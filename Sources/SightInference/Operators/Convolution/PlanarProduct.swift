import CSightKernels
import SightModelFile
import SightTensor

/// A convolution of binary32 with few output channels: registers hold neighbouring pixels.
///
/// Gives the results of ``FloatProduct`` to the bit, whose registers hold 16 channels of a pixel.
struct PlanarProduct: PreparedOperator, Sendable {
    nonisolated(unsafe) private let kernel: sight_f32_planar_function  // a C function
    private let planes: PlanarImage
    private let output: TensorSlot
    /// What is added to the sums, of the output's shape.
    private let addend: TensorSlot?
    private let columns: Int
    private let packed: AlignedStorage
    private let range: ClosedRange<Float>
    private let split: TaskSplit

    /// Most output channels: above them, registers of channels are well filled.
    private static let maximumColumns = 8
    /// Fewest cells of a filter: each pixel of the planes is read as often as that.
    private static let minimumTaps = 9
    /// Fewest pixels of an output row: two registers of the widest tier.
    private static let minimumWidth = 32

    /// Whether a convolution with one group gains by it.
    static func suits(_ geometry: ConvolutionGeometry, columns: Int) -> Bool {
        columns <= maximumColumns && geometry.tapCount >= minimumTaps
            && geometry.width.output >= minimumWidth && PlanarImage.suits(geometry)
    }

    /// Leaves the weights `[N, taps, depth]` to be packed, and asks for the planes.
    init(
        _ layer: LayerTensors, _ epilogue: Epilogue, _ geometry: ConvolutionGeometry,
        weights: ConstantBytes, columns: Int, _ node: Preparation
    ) throws(ModelError) {
        kernel = sight_f32_planar_best(sight_current_tier()).pointee.run
        planes = try PlanarImage(layer.input.slot, geometry, node)
        output = layer.output.slot
        addend = epilogue.addend?.slot
        self.columns = columns
        range = epilogue.range
        let (taps, depth) = (geometry.tapCount, geometry.channels)
        packed = try layer.node.packedStorage(
            byteCount: sight_f32_planar_packed_bytes(taps, depth, columns))
        split = node.split(
            geometry.batches * geometry.height.output,
            cost: geometry.width.output * columns * taps * depth / 16)
        let (target, bias) = (packed, layer.bias)
        layer.node.packing.add {
            sight_f32_planar_pack(
                taps, depth, columns, weights.start(of: Float.self), bias?.start(of: Float.self),
                target.start.assumingMemoryBound(to: Float.self))
        }
        node.addPhase(planes)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let (height, width) = (planes.geometry.height, planes.geometry.width)
        var job = sight_f32_planar_job(
            planes: memory.elements(planes.output, as: Float.self),
            channels: planes.geometry.channels, pitch: planes.pitch,
            kernel_height: height.kernel, kernel_width: width.kernel, stride_y: height.stride,
            stride_x: width.stride, dilation_y: height.dilation, dilation_x: width.dilation,
            batch_rows: planes.batchRows, height: height.output, width: width.output,
            columns: columns, packed: packed.start.assumingMemoryBound(to: Float.self),
            output: memory.elements(output),
            addend: addend.map { UnsafePointer(memory.elements($0, as: Float.self)) },
            minimum: range.lowerBound, maximum: range.upperBound)
        let rows = split.range(task)
        kernel(&job, rows.lowerBound, rows.count)
    }
}

import CSightKernels
import SightModelFile
import SightTensor

/// A convolution of binary32 with few output channels, whose registers hold neighboring pixels.
///
/// A sum adds its products in the order of ``FloatProduct``, whose registers hold 16 channels of a
/// pixel, so both give the same bits. Only layers of up to 4 channels that ``FloatProduct``
/// computes in narrow tiles may differ in the last bit.
struct PlanarProduct: PreparedOperator, Sendable {
    nonisolated(unsafe) private let kernel: sight_f32_planar_function  // a C function
    private let planes: PlanarImage
    private let output: TensorSlot
    /// The tensor that is added to the sums; it has the output's shape.
    private let addend: TensorSlot?
    private let columns: Int
    private let packed: AlignedStorage
    private let range: ClosedRange<Float>
    private let split: TaskSplit

    /// The largest number of output channels; more channels fill ``FloatProduct``'s registers.
    private static let maximumColumns = 8
    /// The smallest number of cells of a filter for up to 4 channels, and for more: each pixel of
    /// the planes is read that often, and 8 channels fill a half of ``FloatProduct``'s registers.
    private static let minimumTaps = (few: 9, more: 25)
    /// The smallest number of pixels of an output row: two registers of the widest tier.
    private static let minimumWidth = 32

    /// Whether a convolution with one group is faster this way.
    static func suits(_ geometry: ConvolutionGeometry, columns: Int) -> Bool {
        columns <= maximumColumns
            && geometry.tapCount >= (columns <= 4 ? minimumTaps.few : minimumTaps.more)
            && geometry.width.output >= minimumWidth && PlanarLayout.suits(geometry)
    }

    /// Adds a task that packs the weights `[N, taps, depth]`, and a phase that fills the planes.
    init(
        from input: TensorSlot, to output: TensorSlot, _ epilogue: Epilogue,
        _ geometry: ConvolutionGeometry, weights: ConstantBytes, bias: ConstantBytes?,
        columns: Int, _ node: Preparation
    ) throws(ModelError) {
        kernel = sight_f32_planar_best(sight_current_tier()).pointee.run
        planes = try PlanarImage(input, geometry, node)
        self.output = output
        addend = epilogue.addend?.slot
        self.columns = columns
        range = epilogue.range
        let (taps, depth) = (geometry.tapCount, geometry.channels)
        let (packed, isShared) = try node.packedWeights(
            of: Self.self, weights, bias: bias, numbers: [taps, depth, columns],
            byteCount: sight_f32_planar_packed_bytes(taps, depth, columns))
        self.packed = packed
        split = node.split(
            geometry.batches * geometry.height.output,
            cost: geometry.width.output * columns * taps * depth / 16)
        if !isShared {
            node.packing.add {
                sight_f32_planar_pack(
                    taps, depth, columns, weights.start(of: Float.self),
                    bias?.start(of: Float.self),
                    packed.start.assumingMemoryBound(to: Float.self))
            }
        }
        node.addPhase(planes)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let geometry = planes.layout.geometry
        let (height, width) = (geometry.height, geometry.width)
        var job = sight_f32_planar_job(
            planes: memory.elements(planes.output, as: Float.self),
            channels: geometry.channels, pitch: planes.layout.pitch,
            kernel_height: height.kernel, kernel_width: width.kernel, stride_y: height.stride,
            stride_x: width.stride, dilation_y: height.dilation, dilation_x: width.dilation,
            batch_rows: planes.layout.batchRows, height: height.output, width: width.output,
            columns: columns, packed: packed.start.assumingMemoryBound(to: Float.self),
            output: memory.elements(output),
            addend: addend.map { UnsafePointer(memory.elements($0, as: Float.self)) },
            minimum: range.lowerBound, maximum: range.upperBound)
        let rows = split.range(task)
        kernel(&job, rows.lowerBound, rows.count)
    }
}

import CSightKernels
import SightModelFile
import SightTensor

/// A convolution of 8-bit integers with 3 or 4 input channels, such as the first layer of a network
/// for images; its registers hold neighboring pixels.
///
/// The layer copies the input of a few output rows to planes, and computes these rows before it
/// copies further ones, so that the planes stay in the first-level cache. The results equal those
/// of ``IntegerProduct`` to the bit.
struct IntegerPlanarProduct: PreparedOperator, Sendable {
    nonisolated(unsafe) private let kernel: sight_q8_planar_function  // a C function
    nonisolated(unsafe) private let spread: sight_q8_planar_spread  // a C function
    private let layout: PlanarLayout
    private let input: TensorSlot
    private let output: TensorSlot
    private let columns: Int
    private let packed: AlignedStorage
    /// One int32: the result of packing.
    private let weightOffset: AlignedStorage
    private let requantization: sight_requantization
    private let split: TaskSplit
    /// The byte of padding before `flip` flips bits of all bytes.
    private let zero: UInt8
    private let flip: UInt8
    /// For each task, the planes under a strip of output rows.
    private let strips: TensorSlot
    /// The number of output rows that a strip has.
    private let stripRows: Int

    /// The size of a strip's planes in bytes, if that is enough for one output row: half of a small
    /// first-level cache.
    private static var stripBytes: Int { 1 << 14 }
    /// The smallest number of cells of a filter: each pixel of the planes is read that often.
    private static let minimumTaps = 4
    /// The largest number of cells of a filter on the tier of AMX tiles, which compute larger
    /// filters in less time.
    private static let maximumTapsBesideTiles = 16
    /// The smallest number of pixels of an output row: two registers.
    private static let minimumWidth = 32

    /// Returns the kernel of the layer's tier if a convolution with one group is faster this way.
    static func kernel(
        for geometry: ConvolutionGeometry, _ requantization: LayerRequantization
    ) -> sight_q8_planar_kernel? {
        let best = sight_q8_planar_best(requantization.tier).pointee
        let isFaster =
            requantization.tier != sight_tier_amxint8
            || geometry.tapCount <= maximumTapsBesideTiles
        let suits =
            best.tier != sight_tier_scalar && isFaster
            && requantization.shared.nearest && (3...4).contains(geometry.channels)
            && geometry.tapCount >= minimumTaps && geometry.width.output >= minimumWidth
            && geometry.height.dilation == 1 && geometry.width.dilation == 1
            && PlanarLayout.suits(geometry)
        return suits ? best : nil
    }

    /// Adds a task that packs the weights `[N, taps, depth]`.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ layer: LayerTensors, _ requantization: LayerRequantization,
        _ geometry: ConvolutionGeometry, kernel: sight_q8_planar_kernel, weights: ConstantBytes,
        columns: Int
    ) throws(ModelError) {
        let (node, isSigned) = (layer.node, layer.input.elementType == .int8)
        (self.kernel, spread) = (kernel.run, kernel.spread)
        layout = PlanarLayout(geometry)
        (input, output) = (layer.input.slot, layer.output.slot)
        zero = UInt8(truncatingIfNeeded: requantization.inputZeroPoint)
        flip = isSigned ? 0x80 : 0
        self.columns = columns
        self.requantization = requantization.shared
        let taps = geometry.tapCount
        packed = try node.packedStorage(byteCount: sight_q8_planar_packed_bytes(taps, columns))
        weightOffset = try node.storage(byteCount: MemoryLayout<Int32>.stride)
        split = node.split(
            geometry.batches * geometry.height.output,
            cost: geometry.width.output * columns * (taps / 4 + 1))
        let height = geometry.height
        let rowBytes = Self.rowBytes(layout)
        let extra = (Self.stripBytes / rowBytes - height.kernel) / height.stride
        stripRows = min(max(0, extra) + 1, height.output)
        strips = try node.scratch(
            byteCount: split.taskCount * Self.stripBytes(layout, rows: stripRows))
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
    }

    /// Returns the bytes that one row of all planes takes.
    private static func rowBytes(_ layout: PlanarLayout) -> Int {
        layout.rowLength * Int(sight_q8_planar_depth)
    }

    /// Returns the bytes that the planes under a number of output rows take.
    private static func stripBytes(_ layout: PlanarLayout, rows: Int) -> Int {
        let height = layout.geometry.height
        return ((rows - 1) * height.stride + height.kernel) * rowBytes(layout)
            + Int(sight_q8_planar_slack)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let (height, width) = (layout.geometry.height, layout.geometry.width)
        let rowBytes = Self.rowBytes(layout)
        let strip =
            memory.elements(strips, as: UInt8.self)
            + task * Self.stripBytes(layout, rows: stripRows)
        var job = sight_q8_planar_job(
            planes: strip, channels: layout.geometry.channels, pitch: layout.pitch,
            kernel_height: height.kernel, kernel_width: width.kernel, stride_y: height.stride,
            stride_x: width.stride, batch_rows: layout.batchRows, height: height.output,
            width: width.output, columns: columns, packed: packed.start,
            weight_offset: weightOffset.start.load(as: Int32.self),
            output: memory.elements(output), requantization: requantization)
        let rows = split.range(task)
        var row = rows.lowerBound
        while row < rows.upperBound {
            let (batch, y) = row.quotientAndRemainder(dividingBy: height.output)
            let count = min(stripRows, rows.upperBound - row, height.output - y)
            let first = batch * layout.batchRows + y * height.stride
            for line in 0..<((count - 1) * height.stride + height.kernel) {
                fill(strip + line * rowBytes, row: first + line, memory)
            }
            job.planes = UnsafePointer(strip - first * rowBytes)
            kernel(&job, row, count)
            row += count
        }
    }

    /// Fills a row of planes.
    private func fill(
        _ target: UnsafeMutablePointer<UInt8>, row: Int, _ memory: borrowing TensorMemory
    ) {
        guard let start = layout.source(row) else {
            target.update(repeating: zero ^ flip, count: Self.rowBytes(layout))
            return
        }
        let width = layout.geometry.width
        var line = sight_q8_planar_line(
            width: width.input, channels: layout.geometry.channels, left: width.padding,
            stride: width.stride, pitch: layout.pitch, zero: zero, flip: flip)
        spread(&line, memory.elements(input, as: UInt8.self) + start, target)
    }
}

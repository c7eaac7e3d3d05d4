import CSightKernels
import SightModelFile
import SightTensor

/// A convolution of 8-bit integers with 3 × 3 filters and stride 1 that computes tiles of 4 × 4
/// output pixels from fewer products.
///
/// The sums are exact, so the results are those of ``IntegerProduct`` to the bit.
///
/// - Source: Lavin and Gray 2016, F(4 × 4, 3 × 3); `sight-q8-winograd.h` has the arithmetic.
struct WinogradProduct: PreparedOperator, Sendable {
    nonisolated(unsafe) private let kernel: sight_q8_winograd_function  // a C function
    private let input: TensorSlot
    private let output: TensorSlot
    private let image: ImagePlan
    private let columns: Int
    private let packed: AlignedStorage
    private let isSigned: Bool
    private let requantization: sight_requantization
    private let split: BlockSplit

    /// The most columns: packed filters take eight times the bytes of the file's.
    private static let maximumColumns = 256
    /// The fewest tiles: a kernel would read the packed filters for few pixels.
    private static let minimumTiles = 4

    /// Returns the kernel if a convolution with one group is faster this way, and exact.
    static func kernel(
        for layer: LayerTensors, _ requantization: LayerRequantization,
        _ geometry: ConvolutionGeometry, weights: ConstantBytes, columns: Int
    ) -> sight_q8_winograd_kernel? {
        guard requantization.shared.nearest else { return nil }
        var description = sight_q8_winograd_weights()
        (description.channels, description.columns) = (geometry.channels, columns)
        description.weights = weights.bytes.baseAddress
        description.biases = layer.bias?.start(of: Int32.self)
        description.weight_zero_point = requantization.weightZeroPoint
        description.is_signed = layer.input.elementType == .int8
        return kernel(for: description, geometry, tier: requantization.tier)
    }

    /// Returns the kernel of a tier if sums of these weights and biases are faster this way, and
    /// exact.
    static func kernel(
        for weights: sight_q8_winograd_weights, _ geometry: ConvolutionGeometry, tier: sight_tier
    ) -> sight_q8_winograd_kernel? {
        let axes = [geometry.height, geometry.width]
        guard axes.allSatisfy({ $0.kernel == 3 && $0.stride == 1 && $0.dilation == 1 }),
            geometry.channels <= Int(sight_q8_winograd_channels),
            weights.columns <= maximumColumns, tiles(geometry) >= minimumTiles,
            let kernel = sight_q8_winograd_faster(tier)?.pointee,
            geometry.channels >= kernel.least_channels, weights.columns >= kernel.least_columns,
            100 * tiles(geometry) * tilePixels <= kernel.most_pixels * geometry.pixelCount,
            sight_q8_winograd_packed_bytes(geometry.channels, weights.columns)
                <= kernel.tile_bytes * tiles(geometry)
        else { return nil }
        var description = weights
        return sight_q8_winograd_fits(&description) ? kernel : nil
    }

    /// The number of output pixels of a tile.
    private static let tilePixels = Int(sight_q8_winograd_side * sight_q8_winograd_side)

    /// The number of tiles of all batches.
    private static func tiles(_ geometry: ConvolutionGeometry) -> Int {
        geometry.batches * tiles(along: geometry.height.output)
            * tiles(along: geometry.width.output)
    }

    /// Returns the number of tiles along an axis of the output.
    static func tiles(along extent: Int) -> Int {
        let side = Int(sight_q8_winograd_side)
        return (extent + side - 1) / side
    }

    /// Adds a task that packs the weights `[columns, 3, 3, channels]`, in the filter's element
    /// type.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ layer: LayerTensors, _ requantization: LayerRequantization,
        _ geometry: ConvolutionGeometry,
        kernel: sight_q8_winograd_kernel, weights: ConstantBytes, columns: Int
    ) throws(ModelError) {
        let node = layer.node
        self.kernel = kernel.run
        (input, output) = (layer.input.slot, layer.output.slot)
        self.columns = columns
        image = try ImagePlan(
            geometry, elementSize: 1,
            zero: UInt8(truncatingIfNeeded: requantization.inputZeroPoint), node)
        let isSigned = layer.input.elementType == .int8
        self.isSigned = isSigned
        self.requantization = requantization.shared
        let packed = try node.packedStorage(
            byteCount: sight_q8_winograd_packed_bytes(geometry.channels, columns))
        self.packed = packed
        let bias = layer.bias
        node.packing.add {
            requantization.withChannels { multipliers, _, rights in
                var description = sight_q8_winograd_weights(
                    channels: geometry.channels, columns: columns,
                    weights: weights.bytes.baseAddress, biases: bias?.start(of: Int32.self),
                    multipliers: multipliers, rights: rights,
                    input_zero_point: requantization.inputZeroPoint,
                    weight_zero_point: requantization.weightZeroPoint, is_signed: isSigned)
                sight_q8_winograd_pack(&description, packed.start)
            }
        }
        split = BlockSplit(
            rows: Self.tiles(geometry), columns: columns,
            tile: (Self.minimumTiles, Int(sight_q8_winograd_width)),
            cost: 500 + 18 * geometry.channels, threads: node.threadCount)
    }

    var taskCount: Int { split.count }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        var job = sight_q8_winograd_job(
            image: image.image(over: memory[input]), packed: packed.start, is_signed: isSigned,
            output: memory[output], output_stride: columns, requantization: requantization,
            sums_only: false)
        kernel(&job, split.block(task))
    }
}

import CSightKernels
import SightModelFile
import SightTensor

/// A product whose output pixels may be anywhere in memory.
protocol PlacedProduct: PreparedOperator {
    /// The number of output channels.
    var columns: Int { get }

    /// Computes a part of the output.
    ///
    /// `input` is the address where input pixel 0 would be, and `output` that where output pixel 0
    /// would be. The output's pixels lie `stride` bytes apart.
    ///
    /// - Precondition: there is one group, or the block has all channels.
    func compute(
        _ block: sight_block, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
        stride: Int, _ memory: borrowing TensorMemory)
}

/// A transposed convolution as products, one for each phase of the output.
///
/// Every stride-th pixel of an output row depends on the input as in an ordinary convolution with
/// stride 1, whose filter has the cells that reach these pixels. Neighboring pixels that read the
/// same inputs are computed as one pixel with more channels.
struct SpreadProduct<Product: PlacedProduct>: PreparedOperator {
    /// The product for some pixels of an output row.
    private struct Part {
        let product: Product
        let volume: VolumeGeometry
        /// The first output column.
        let column: Int
    }

    private let input: TensorSlot
    private let output: TensorSlot
    private let axes: SpreadAxes
    private let pixelBytes: Int
    /// The parts of an output row, for each phase of depth and height.
    private let parts: [[Part]]
    /// The output rows of all batches.
    private let split: TaskSplit

    /// Prepares a layer's products.
    ///
    /// `make` packs the weights of a product for a number of neighboring pixels. `zero` is the
    /// value of the bytes of padding, and `zeroWeight` that of a weight of zero; without it, as for
    /// floats, a product has no such weights, because their products with infinities would be NaN.
    ///
    /// - Returns: the phase that computes the output.
    /// - Throws: ``ModelError`` with code `tooLarge`, and the errors of `make`.
    static func prepare(
        _ spread: SpreadLayer,
        _ make: (
            _ window: WindowPlan, _ weights: ConstantBytes, _ rows: Int, _ pixels: Int
        ) throws(ModelError) -> Product, zero: UInt8, zeroWeight: UInt8? = nil
    ) throws(ModelError) -> any PreparedOperator {
        let axes = spread.axes
        var parts: [[Part]] = []
        for z in 0..<axes.depth.phaseCount {
            for y in 0..<axes.height.phaseCount {
                let (depth, height) = (axes.depth.phase(z), axes.height.phase(y))
                var row: [Part] = []
                for group in axes.width.groupedPhases(
                    joinsPhases: zeroWeight != nil, channels: spread.channels,
                    columns: Int(sight_q8_igemm_width))
                {
                    let volume = VolumeGeometry(
                        batches: spread.batches, depth: depth.axis, height: height.axis,
                        width: group[0].axis, channels: spread.depth)
                    let product = try make(
                        WindowPlan(
                            volume, depth: spread.depth, elementSize: spread.elementSize,
                            zero: zero, spread.layer.node),
                        spread.weights(depth, height, group, zero: zeroWeight ?? 0),
                        volume.pixelCount, group.count)
                    row.append(Part(product: product, volume: volume, column: group[0].first))
                }
                parts.append(row)
            }
        }
        if axes.isWhole, parts.count == 1, parts[0].count == 1 { return parts[0][0].product }
        return SpreadProduct(spread, parts)
    }

    private init(_ spread: SpreadLayer, _ parts: [[Part]]) {
        input = spread.input
        output = spread.layer.output.slot
        axes = spread.axes
        pixelBytes = spread.channels * (spread.layer.output.elementType.byteWidth ?? 1)
        self.parts = parts
        let rows = spread.batches * axes.depth.output * axes.height.output
        // The multiply-adds of a row; sixteen take the time of an element of other operators.
        let row = parts.first ?? []
        let taps = row.reduce(0) { $0 + $1.volume.tapCount } / max(1, row.count)
        let sums = CheckedInt(axes.width.output) * CheckedInt(spread.channels)
        let products = CheckedInt(taps) * CheckedInt(spread.depth)
        let cost = (sums * products).value ?? Int.max
        split = spread.layer.node.split(rows, cost: cost / 16)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let (depth, height) = (axes.depth, axes.height)
        let stride = axes.width.stride * pixelBytes
        for index in split.range(task) {
            let (plane, y) = index.quotientAndRemainder(dividingBy: height.output)
            let (image, z) = plane.quotientAndRemainder(dividingBy: depth.output)
            let row = memory[output] + index * axes.width.output * pixelBytes
            let phase = z % depth.stride * height.phaseCount + y % height.stride
            for part in parts[phase] {
                let first = part.volume.firstPixel(
                    image: image, z: z / depth.stride, y: y / height.stride)
                let block = sight_block(
                    row: first, rows: part.volume.width.output, column: 0,
                    columns: part.product.columns)
                part.product.compute(
                    block, from: memory[input],
                    to: row + part.column * pixelBytes - first * stride, stride: stride, memory)
            }
        }
    }
}

import SightModelFile
import SightTensor

/// The axes of a transposed convolution; an image has the depth 1.
struct SpreadAxes: Sendable {
    var depth = SpreadAxis.single
    let height: SpreadAxis
    let width: SpreadAxis

    /// Whether only the width has several phases, and all of these have the same number of pixels.
    var isWhole: Bool {
        depth.stride == 1 && height.stride == 1 && width.output % width.stride == 0
    }
    /// The largest number of phases that are computed as products: each has weights of its own.
    private static let maximumPhaseCount = 1 << 12

    /// Whether at least one cell of the filter reaches each output pixel's place, and whether there
    /// are not too many phases.
    var suitProducts: Bool {
        let axes = [depth, height, width]
        var count = CheckedInt(1)
        for axis in axes { count = count * CheckedInt(axis.phaseCount) }
        return axes.allSatisfy(\.isCovered)
            && count.value.map { $0 <= Self.maximumPhaseCount } ?? false
    }
}

/// The tensors and geometry of a transposed convolution with constant weights.
struct SpreadLayer {
    private(set) var layer: LayerTensors
    /// The layer's input, or what an earlier phase makes from it.
    private(set) var input: TensorSlot
    let axes: SpreadAxes
    let batches: Int
    /// The number of input channels.
    let depth: Int
    /// The number of output channels.
    let channels: Int
    /// The numbers of weights from one output channel to the next, and from one cell to the next.
    let filterStride: (channel: Int, cell: Int)

    /// The number of bytes of an element of the input and of the filter.
    private(set) var elementSize: Int

    /// Returns the layer that sums the products of other inputs and weights, without a bias.
    func summing(_ weights: ConstantBytes, from input: TensorSlot) -> SpreadLayer {
        var copy = self
        (copy.layer, copy.input) = (layer.summing(weights), input)
        return copy
    }

    /// Returns the weights of phases, `[width phases, channels, taps, depth]`.
    ///
    /// Each byte of a missing weight is `zero`.
    ///
    /// - Precondition: all phases of the width have the same number of cells.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func weights(
        _ z: SpreadAxis.Phase, _ y: SpreadAxis.Phase, _ phases: [SpreadAxis.Phase], zero: UInt8
    ) throws(ModelError) -> ConstantBytes {
        let rows = z.cells.count * y.cells.count
        let cells = phases.reduce(0) { $0 + $1.cells.count } * rows
        let run = depth * elementSize
        let storage = try layer.node.storage(byteCount: channels * cells * run)
        let result = ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage)
        guard let source = layer.weights.bytes.baseAddress else { return result }
        var target = storage.start
        for phase in phases {
            for channel in 0..<channels {
                for row in 0..<rows {
                    let (cellZ, cellY) = row.quotientAndRemainder(dividingBy: y.cells.count)
                    for cell in phase.cells {
                        defer { target += run }
                        guard let cell, let z = z.cells[cellZ], let y = y.cells[cellY] else {
                            target.initializeMemory(as: UInt8.self, repeating: zero, count: run)
                            continue
                        }
                        let place = (z * axes.height.kernel + y) * axes.width.kernel + cell
                        let start = channel * filterStride.channel + place * filterStride.cell
                        target.copyMemory(from: source + start * elementSize, byteCount: run)
                    }
                }
            }
        }
        return result
    }
}

extension SpreadLayer {
    /// Prepares a layer of binary32 with int8 weights, whose input of one batch is quantized.
    ///
    /// `scales` has one scale for the filter, or one for each channel.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func prepare(_ activation: FusedActivation, scales: [Float], input: HybridQuantization)
        throws(ModelError) -> any PreparedOperator
    {
        var bytes = self
        (bytes.input, bytes.elementSize) = (input.quantized, 1)
        return try SpreadProduct.prepare(
            bytes,
            { (window, weights, rows, pixels) throws(ModelError) in
                let scaling = HybridScaling(
                    try layer.repeatingBias(pixels), activation,
                    scales: scales.count == 1
                        ? scales : [[Float]](repeating: scales, count: pixels).flatMap(\.self),
                    channels: pixels * channels,
                    weightSums: HybridSums.weightSums(weights, channels: pixels * channels))
                return try HybridSums(
                    layer, scaling, input: input, bytes: input.quantized, padding: input.padding,
                    window: window, weights: weights, rows: rows, groups: 1,
                    threads: layer.node.threadCount)
            }, zero: 0, zeroWeight: 0)
    }

    /// Prepares a layer of binary32.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func prepare(_ range: ClosedRange<Float>) throws(ModelError) -> any PreparedOperator {
        try SpreadProduct.prepare(
            self,
            { (window, weights, rows, pixels) throws(ModelError) in
                try FloatProduct(
                    layer.repeatingBias(pixels), Epilogue(range: range), window: window,
                    weights: weights, rows: rows, channels: pixels * channels, groups: 1,
                    input: input, threads: layer.node.threadCount)
            }, zero: 0)
    }

    /// Prepares a layer of 8-bit integers.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func prepare(_ requantization: LayerRequantization) throws(ModelError)
        -> any PreparedOperator
    {
        try SpreadProduct.prepare(
            self,
            { (window, weights, rows, pixels) throws(ModelError) in
                try IntegerProduct(
                    layer.repeatingBias(pixels), requantization.repeatingChannels(pixels),
                    window: window, weights: weights, rows: rows, channels: pixels * channels,
                    groups: 1, input: input, threads: layer.node.threadCount)
            }, zero: UInt8(truncatingIfNeeded: requantization.inputZeroPoint),
            zeroWeight: UInt8(truncatingIfNeeded: requantization.weightZeroPoint))
    }
}

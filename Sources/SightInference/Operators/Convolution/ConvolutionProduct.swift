import SightModelFile
import SightTensor

/// A convolution as an indirect matrix product: picks the window, pads, packs.
struct ConvolutionProduct {
    let layer: LayerTensors
    let activation: FusedActivation
    let geometry: ConvolutionGeometry
    /// Output channels of all groups.
    let channels: Int
    let groups: Int
    /// Whether groups are input channels; the filter's output channels are then its last axis.
    let isDepthwise: Bool

    /// Input channels of a group.
    private var depth: Int { geometry.channels / groups }
    /// The filter's axis of output channels.
    private var filterAxis: Int { isDepthwise ? 3 : 0 }

    /// Makes what runs.
    ///
    /// - Parameters:
    ///   - weights: `[channels, taps, depth]` in the filter's element type.
    ///   - node: where memory and phases are asked for.
    /// - Returns: the last phase.
    /// - Throws: ``ModelError`` with code `invalidNode`, `unsupported` or `tooLarge`.
    func prepare(weights: ConstantBytes, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        guard let start = weights.bytes.baseAddress else { throw node.fail("the filter is empty") }
        switch layer.arithmetic {
        case .integer:
            let requantization = try LayerRequantization(
                layer, channels: channels, axis: filterAxis, activation: activation,
                roundsProduct: layer.input.elementType == .uint8, node)
            let (window, input) = try window(
                elementSize: 1, zero: UInt8(truncatingIfNeeded: requantization.inputZeroPoint),
                &node)
            return try node.takeLeft(
                before: IntegerProduct(
                    layer, requantization, window: window, weights: weights,
                    rows: geometry.pixelCount, channels: channels, groups: groups, input: input,
                    threads: node.threadCount),
                pixelCount: geometry.pixelCount)
        case .float:
            let (window, input) = try window(
                elementSize: MemoryLayout<Float>.stride, zero: 0, &node)
            return try node.takeLeft(
                before: FloatProduct(
                    layer, try node.takeOver(activation, adds: true), window: window,
                    weights: weights, rows: geometry.pixelCount, channels: channels,
                    groups: groups, input: input, threads: node.threadCount),
                pixelCount: geometry.pixelCount)
        case .hybrid:
            return try hybrid(start, &node)
        }
    }

    /// Quantises the input batch by batch, asymmetrically where the reference does: with groups and
    /// where the scales of the filter differ.
    private func hybrid(_ weights: UnsafeRawPointer, _ node: inout Preparation)
        throws(ModelError) -> any PreparedOperator
    {
        let (scales, _) = try filterScales(layer.filter, channels, filterAxis, node)
        let differ = scales.contains { $0 != scales[0] }
        let input = try HybridQuantization(
            layer.input, batchCount: geometry.batches,
            isAsymmetric: groups > 1 || isDepthwise || differ, paddingLength: depth, node)
        node.addPhase(input)
        let window = try WindowPlan(geometry, depth: depth, elementSize: 1, zero: 0, node)
        if groups == 1, geometry.batches == 1 {
            return HybridSums(
                layer, activation, input: input, window: window, weights: weights,
                scales: scales, rows: geometry.pixelCount, channels: channels,
                threads: node.threadCount)
        }
        return HybridProduct(
            layer, activation, input: input, window: window, weights: weights, scales: scales,
            rows: geometry.pixelCount, channels: channels, groups: groups,
            threads: node.threadCount)
    }

    /// Where the product finds its input: the layer's input, or a copy with padded rows.
    private func window(elementSize: Int, zero: UInt8, _ node: inout Preparation)
        throws(ModelError) -> (window: WindowPlan, input: TensorSlot)
    {
        // Runs of a whole kernel row save work where channels fill no register.
        guard groups == 1, geometry.channels <= 8, geometry.width.kernel > 1,
            geometry.width.dilation == 1
        else {
            let plan = try WindowPlan(
                geometry, depth: depth, elementSize: elementSize, zero: zero, node)
            return (plan, layer.input.slot)
        }
        let rows = try PaddedRows.widen(
            layer.input.slot, geometry, elementSize: elementSize, zero: zero, &node)
        let plan = try WindowPlan(
            rowsOf: geometry, rowBytes: rows.pixels * geometry.channels * elementSize,
            elementSize: elementSize, zero: zero, node)
        return (plan, rows.slot)
    }
}

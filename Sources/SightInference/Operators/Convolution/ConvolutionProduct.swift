import CSightKernels
import SightModelFile
import SightTensor

/// Prepares a convolution as an indirect matrix product: window, padding, and packed weights.
struct ConvolutionProduct {
    let layer: LayerTensors
    let activation: FusedActivation
    let geometry: ConvolutionGeometry
    /// The number of output channels of all groups.
    let channels: Int
    private(set) var groups: Int
    /// Whether each input channel is a group; the filter's output channels are then its last axis.
    let isDepthwise: Bool

    /// The number of input channels of a group.
    private var depth: Int { geometry.channels / groups }
    /// The axis of output channels in the filter.
    private var filterAxis: Int { isDepthwise ? 3 : 0 }

    /// Prepares the operator.
    ///
    /// - Parameters:
    ///   - weights: `[channels, taps, depth]` in the filter's element type.
    ///   - node: provides memory and phases.
    /// - Returns: the last phase.
    /// - Throws: ``ModelError`` with code `invalidNode`, `unsupported` or `tooLarge`.
    func prepare(weights: ConstantBytes, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        guard !weights.bytes.isEmpty else { throw node.fail("the filter is empty") }
        switch layer.arithmetic {
        case .integer:
            let requantization = try LayerRequantization(
                layer, channels: channels, axis: filterAxis, activation: activation,
                roundsProduct: layer.input.elementType == .uint8, node)
            let zero = UInt8(truncatingIfNeeded: requantization.weightZeroPoint)
            let (product, wide) = try merged(weights, zero: zero, requantization.tier, node)
            return try product.prepare(weights: wide, requantization, node)
        case .float:
            let epilogue = node.epilogue(after: activation.range, adds: true)
            if groups == 1, !epilogue.addendIsNarrow,
                PlanarProduct.suits(geometry, columns: channels)
            {
                return try PlanarProduct(
                    from: layer.input.slot, to: layer.output.slot, epilogue, geometry,
                    weights: weights, bias: layer.bias, columns: channels, node)
            }
            let (window, input) = try floatWindow(of: layer.input.slot, node)
            return try FloatProduct(
                layer, epilogue, window: window,
                weights: weights, rows: geometry.pixelCount, channels: channels, groups: groups,
                input: input, threads: node.threadCount)
        case .hybrid:
            return try hybrid(weights, node)
        }
    }

    /// Returns the layer with merged groups, and their weights; `zero` is the byte that represents
    /// zero.
    private func merged(
        _ weights: ConstantBytes, zero: UInt8, _ tier: sight_tier, _ node: Preparation
    ) throws(ModelError) -> (product: ConvolutionProduct, weights: ConstantBytes) {
        let columns = channels / groups
        let count = MergedGroups.count(groups: groups, columns: columns, tier)
        guard count > 1 else { return (self, weights) }
        let wide = try MergedGroups.weights(
            weights, count: count, columns: columns, taps: geometry.tapCount, depth: depth,
            zero: zero, node)
        var product = self
        product.groups /= count
        return (product, wide)
    }

    /// Prepares a layer of 8-bit integers.
    private func prepare(
        weights: ConstantBytes, _ requantization: LayerRequantization, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        if geometry.isPointwise, groups == 1,
            IntegerRow.suits(rows: geometry.pixelCount, weights: weights)
        {
            return try IntegerRow(
                layer, requantization, weights: weights, depth: depth, columns: channels)
        }
        if groups == 1,
            let kernel = WinogradProduct.kernel(
                for: layer, requantization, geometry, weights: weights, columns: channels)
        {
            return try WinogradProduct(
                layer, requantization, geometry, kernel: kernel, weights: weights,
                columns: channels)
        }
        if groups == 1,
            let kernel = IntegerPlanarProduct.kernel(for: geometry, requantization)
        {
            return try IntegerPlanarProduct(
                layer, requantization, geometry, kernel: kernel, weights: weights,
                columns: channels)
        }
        let (window, input, isFlipped) = try byteWindow(
            of: layer.input.slot, isSigned: layer.input.elementType == .int8,
            zero: .constant(UInt8(truncatingIfNeeded: requantization.inputZeroPoint)),
            requantization.tier, node)
        return try IntegerProduct(
            layer, requantization, window: window, weights: weights,
            rows: geometry.pixelCount, channels: channels, groups: groups, input: input,
            isFlipped: isFlipped, threads: node.threadCount)
    }

    /// Quantizes the input of each batch.
    ///
    /// Like the reference, it is asymmetric with groups, and if the filter's scales differ.
    private func hybrid(_ weights: ConstantBytes, _ node: Preparation)
        throws(ModelError) -> any PreparedOperator
    {
        let (scales, _) = try filterScales(layer.filter, channels, filterAxis, node)
        let differ = scales.contains { $0 != scales[0] }
        let isAsymmetric = groups > 1 || isDepthwise || differ
        // Each batch of an asymmetric layer has padding of its own.
        guard geometry.batches == 1 || !isAsymmetric || !geometry.hasPadding else {
            let input = try HybridQuantization.add(
                layer.input, batchCount: geometry.batches, isAsymmetric: isAsymmetric, node)
            return try wholeFloats(weights, scales, input: input, node)
        }
        if groups == 1, geometry.batches == 1,
            HybridPlanes.suits(geometry, columns: channels, isAsymmetric: isAsymmetric)
        {
            let input = try HybridQuantization.add(
                layer.input, batchCount: 1, isAsymmetric: isAsymmetric, node)
            return try HybridPlanes.prepare(
                layer, activation, geometry, input: input, weights: weights, scales: scales,
                columns: channels, node)
        }
        let scaling = HybridScaling(
            layer, activation, scales: scales, channels: channels,
            weightSums: HybridSums.weightSums(weights, channels: channels))
        let tier = sight_current_tier()
        if groups == 1,
            let tiles = try HybridWinograd.prepare(
                layer, scaling, geometry, weights: weights, isAsymmetric: isAsymmetric, tier)
        {
            return tiles
        }
        let (product, wide) = try merged(weights, zero: 0, tier, node)
        return try product.hybridSums(wide, scaling, isAsymmetric: isAsymmetric, tier, node)
    }

    /// Quantizes the input of each batch and computes sums of integers.
    private func hybridSums(
        _ weights: ConstantBytes, _ scaling: HybridScaling, isAsymmetric: Bool,
        _ tier: sight_tier, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let padsAtRunTime = isAsymmetric && geometry.hasPadding
        let input = try HybridQuantization.add(
            layer.input, batchCount: geometry.batches, isAsymmetric: isAsymmetric,
            isFlipped: tier.readsUnsignedBytes,
            paddingLength: padsAtRunTime ? geometry.width.kernel * depth : 0, node)
        let (window, bytes, _) = try byteWindow(
            of: input.quantized, isSigned: !input.isFlipped,
            zero: padsAtRunTime
                ? .first(of: input.padding) : .constant(input.isFlipped ? 0x80 : 0), tier, node)
        return try HybridSums(
            layer, scaling, input: input, bytes: bytes,
            padding: padsAtRunTime ? input.padding : nil, window: window, weights: weights,
            rows: geometry.pixelCount, groups: groups, threads: node.threadCount)
    }

    /// Computes the integer sums of a layer as sums of floats.
    private func wholeFloats(
        _ weights: ConstantBytes, _ scales: [Float], input: HybridQuantization,
        _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let floats = try HybridFloats(input, node)
        node.addPhase(floats)
        let sums = try layer.summing(HybridFloats.weights(weights, node))
        let (window, image) = try floatWindow(of: floats.output, node)
        node.addPhase(
            try FloatProduct(
                sums, Epilogue(range: Epilogue.unbounded), window: window, weights: sums.weights,
                rows: geometry.pixelCount, channels: channels, groups: groups, input: image,
                threads: node.threadCount))
        return ScaledSums(
            layer, activation, batchPixels: geometry.height.output * geometry.width.output,
            input: input, scales: scales, channels: channels, node)
    }

    /// Whether a kernel row can be one run in a copy of the image: its cells read all channels.
    private var hasRowRuns: Bool {
        groups == 1 && geometry.width.kernel > 1
            && (geometry.width.dilation == 1 || DilatedRows.suits(geometry.width))
    }

    /// Returns the window and the input of a float product of an image, or of a copy of it.
    ///
    /// Runs of whole kernel rows save work if the channels do not fill a register.
    private func floatWindow(of image: TensorSlot, _ node: Preparation) throws(ModelError)
        -> (window: WindowPlan, input: TensorSlot)
    {
        let size = MemoryLayout<Float>.stride
        guard hasRowRuns, geometry.channels <= 8 else {
            return (try cellWindow(elementSize: size, zero: 0, node), image)
        }
        return try rowWindow(of: image, elementSize: size, zero: .constant(0), node)
    }

    /// Returns the window and the input of a product of bytes: the image or a padded copy.
    ///
    /// A copy takes one pass over the image, and saves one pass over the tiles for each filter
    /// cell. Kernels of x86 multiply uint8 by int8, so the copy flips signed bytes; tiles of AMX
    /// read signed bytes. Cells of one of several groups do not lie side by side, so that their
    /// copy only flips bytes.
    private func byteWindow(
        of image: TensorSlot, isSigned: Bool, zero: PaddingByte, _ tier: sight_tier,
        _ node: Preparation
    ) throws(ModelError) -> (window: WindowPlan, input: TensorSlot, isFlipped: Bool) {
        let isFlipped = isSigned && tier.readsUnsignedBytes
        let constant = zero.constant ?? 0  // not read if the padding is known at run time only
        if hasRowRuns {
            let (window, input) = try rowWindow(
                of: image, elementSize: 1, zero: zero, flip: isFlipped ? 0x80 : 0, node)
            return (window, input, isFlipped)
        }
        guard isFlipped, groups > 1, geometry.tapCount > 1 else {
            return (try cellWindow(elementSize: 1, zero: constant, node), image, false)
        }
        let (input, _) = try PaddedRows.widen(
            image, .single, rowCount: geometry.batches * geometry.height.input,
            pixelBytes: geometry.width.input * geometry.channels, zero: zero, flip: 0x80, node)
        return (try cellWindow(elementSize: 1, zero: constant ^ 0x80, node), input, true)
    }

    /// Returns a window with one run for each kernel cell, in the layer's input.
    private func cellWindow(
        elementSize: Int, zero: UInt8, _ node: Preparation
    ) throws(ModelError) -> WindowPlan {
        try WindowPlan(
            geometry.volume, depth: depth, elementSize: elementSize, zero: zero, node)
    }

    /// Returns a window with one run for each kernel row, in a copy if rows need padding or the
    /// filter has dilation.
    private func rowWindow(
        of image: TensorSlot, elementSize: Int, zero: PaddingByte, flip: UInt8 = 0,
        _ node: Preparation
    ) throws(ModelError) -> (window: WindowPlan, input: TensorSlot) {
        let rows: (slot: TensorSlot, pixels: Int)
        if geometry.width.dilation == 1 {
            rows = try PaddedRows.widen(
                image, geometry, elementSize: elementSize, zero: zero, flip: flip, node)
        } else {
            let copy = try DilatedRows(
                image, geometry, elementSize: elementSize, zero: zero, flip: flip, node)
            node.addPhase(copy)
            rows = (copy.output, copy.pixels)
        }
        let plan = try WindowPlan(
            rowsOf: geometry.volume, rowBytes: rows.pixels * geometry.channels * elementSize,
            elementSize: elementSize, zero: (zero.constant ?? 0) ^ flip, node)
        return (plan, rows.slot)
    }
}

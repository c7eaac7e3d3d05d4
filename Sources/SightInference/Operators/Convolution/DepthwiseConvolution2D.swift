import CSightKernels
import SightModelFile
import SightTensor

/// DEPTHWISE_CONV_2D: moves separate filters over each channel.
///
/// Input `[N, H, W, C]`, filter `[1, h, w, C × m]`, bias `[C × m]`, output `[N, H', W', C × m]`;
/// output channel `c × m + i` reads input channel `c`. The multiplier m follows from the shapes.
/// - Source: TensorFlow Lite `depthwise_conv`, reference kernels; integers agree to the bit.
enum DepthwiseConvolution2D: Operator {
    static let code = OperatorCode.builtin(.depthwiseConv2D)
    static let versions = 1...7

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try Convolution2DOptions(depthwise: options)
        let activation = try FusedActivation(options.activation, node)
        let (input, filter) = (try node.input(0).shape, try node.input(1).shape)
        guard input.rank == 4, filter.rank == 4, filter[0] == 1 else {
            throw node.fail("input \(input) must have rank 4, filter \(filter) must be [1,h,w,C]")
        }
        guard input[3] > 0, filter[3] > 0, filter[3] % input[3] == 0 else {
            throw node.fail(
                "filter \(filter) has \(filter[3]) channels, expected a multiple of those of "
                    + "input \(input)")
        }
        let geometry = try ConvolutionGeometry(
            ofLayer: options, filter: filter, outputChannels: filter[3], node)
        if try WideLayer.fits(node) {
            let layer = try WideLayer(node, axis: 3, activation)
            return WideDepthwise(layer: layer, geometry: geometry).prepare(node)
        }
        let layer = try LayerTensors(node) { $0[-1] }
        let multiplier = filter[3] / input[3]
        return isPlain(layer, geometry, multiplier: multiplier)
            ? try plain(layer, activation, geometry, multiplier: multiplier, axis: 3, node)
            : try product(layer, activation, geometry, node)
    }

    /// Prepares a CONV_2D whose groups have one input channel each; the filter is `[K, h, w, 1]`.
    ///
    /// - Returns: `nil` if no depthwise kernel computes the layer.
    /// - Throws: ``ModelError`` with code `invalidNode`, `unsupported` or `tooLarge`.
    static func prepare(
        groupsOf layer: LayerTensors, _ activation: FusedActivation,
        _ geometry: ConvolutionGeometry, _ node: Preparation
    ) throws(ModelError) -> (any PreparedOperator)? {
        let multiplier = layer.filter.shape[0] / geometry.channels
        guard !layer.weights.bytes.isEmpty, isPlain(layer, geometry, multiplier: multiplier) else {
            return nil
        }
        let transposed = layer.with(
            weights: try layer.weights.transposed(
                columns: geometry.tapCount, size: node.elementSize(layer.filter), node))
        return try plain(transposed, activation, geometry, multiplier: multiplier, axis: 0, node)
    }

    /// Whether the kernels for one output channel for each input channel compute a layer.
    ///
    /// A layer with several output channels becomes such a layer if its input channels are
    /// repeated. One with a single input channel is a product without groups, and the integer
    /// kernels for large filters are slower than products.
    private static func isPlain(
        _ layer: LayerTensors, _ geometry: ConvolutionGeometry, multiplier: Int
    ) -> Bool {
        switch layer.arithmetic {
        case .float: break
        case .hybrid:
            guard sumsAreExact(geometry) else { return false }
        case .integer:
            let hasKernel =
                integerKernel(geometry).tier != sight_tier_scalar
                || sight_current_tier() == sight_tier_scalar
            guard hasKernel else { return false }
        }
        return multiplier == 1 || geometry.channels > 1 && RepeatedChannels.suits(geometry)
    }

    /// Whether all integer sums of a layer are exact in binary32.
    private static func sumsAreExact(_ geometry: ConvolutionGeometry) -> Bool {
        geometry.tapCount <= (1 << 24) / (128 * 255)
    }

    private static func integerKernel(_ geometry: ConvolutionGeometry) -> sight_q8_dwconv_kernel {
        sight_q8_dwconv_best(
            sight_current_tier(), geometry.height.kernel, geometry.width.kernel
        ).pointee
    }

    /// Prepares a layer for the kernels for one output channel for each input channel.
    ///
    /// The layer's weights are `[taps, channels]`; `axis` is that of the channels in its filter.
    private static func plain(
        _ layer: LayerTensors, _ activation: FusedActivation, _ geometry: ConvolutionGeometry,
        multiplier: Int, axis: Int, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let repeated = geometry.repeatingChannels(multiplier)
        let size = MemoryLayout<Float>.stride
        switch layer.arithmetic {
        case .integer:
            let image = try image(layer.input.slot, geometry, multiplier, elementSize: 1, node)
            return try integers(layer, activation, repeated, input: image, axis: axis, node)
        case .float:
            let image = try image(layer.input.slot, geometry, multiplier, elementSize: size, node)
            let range = node.epilogue(after: activation.range, adds: false).range
            return try floats(layer, range, repeated, input: image, node)
        case .hybrid:
            let channels = repeated.channels
            let (scales, _) = try filterScales(layer.filter, channels, axis, node)
            let input = try HybridQuantization.add(
                layer.input, batchCount: geometry.batches, isAsymmetric: true, node)
            let whole = try HybridFloats(input, node)
            node.addPhase(whole)
            let image = try image(whole.output, geometry, multiplier, elementSize: size, node)
            let sums = try layer.summing(HybridFloats.weights(layer.weights, node))
            node.addPhase(try floats(sums, Epilogue.unbounded, repeated, input: image, node))
            return ScaledSums(
                layer, activation,
                batchPixels: repeated.height.output * repeated.width.output, input: input,
                scales: scales, channels: channels, node)
        }
    }

    /// Returns the image itself, or a copy with `multiplier` times each channel.
    private static func image(
        _ image: TensorSlot, _ geometry: ConvolutionGeometry, _ multiplier: Int, elementSize: Int,
        _ node: Preparation
    ) throws(ModelError) -> TensorSlot {
        guard multiplier > 1 else { return image }
        let copy = try RepeatedChannels(
            image, geometry, count: multiplier, elementSize: elementSize, node)
        node.addPhase(copy)
        return copy.output
    }

    /// Prepares a layer of binary32 with one output channel for each channel of the image `input`.
    private static func floats(
        _ layer: LayerTensors, _ range: ClosedRange<Float>, _ geometry: ConvolutionGeometry,
        input: TensorSlot, _ node: Preparation
    ) throws(ModelError) -> FloatDepthwise {
        // Padding is not part of the sums, so that only images without it are merged.
        let pixels =
            geometry.hasPadding ? 1 : mergedPixels(geometry, lanes: Int(sight_f32_dwconv_width))
        let image = try ImagePlan(
            pixels == 1 ? geometry : geometry.merging(pixels, rowPixels: geometry.width.input),
            elementSize: MemoryLayout<Float>.stride, zero: 0, merged: pixels, node)
        return try FloatDepthwise(
            pixels == 1 ? layer : layer.repeatingChannels(pixels, taps: geometry.tapCount),
            range: range, image: image, input: input, threads: node.threadCount)
    }

    /// Prepares a layer of 8-bit integers with one output channel for each channel of the image
    /// `input`.
    private static func integers(
        _ layer: LayerTensors, _ activation: FusedActivation, _ geometry: ConvolutionGeometry,
        input: TensorSlot, axis: Int, _ node: Preparation
    ) throws(ModelError) -> IntegerDepthwise {
        let requantization = try LayerRequantization(
            layer, channels: geometry.channels, axis: axis, activation: activation,
            roundsProduct: layer.input.elementType == .uint8, node)
        let zero = UInt8(truncatingIfNeeded: requantization.inputZeroPoint)
        let pixels = mergedPixels(geometry, lanes: integerKernel(geometry).channels)
        guard pixels > 1 else {
            return try IntegerDepthwise(
                layer, requantization,
                image: ImagePlan(geometry, elementSize: 1, zero: zero, node), input: input,
                threads: node.threadCount)
        }
        let rows = try PaddedRows.widen(
            input, geometry, elementSize: 1, zero: .constant(zero), node)
        return try IntegerDepthwise(
            layer.repeatingChannels(pixels, taps: geometry.tapCount),
            requantization.repeatingChannels(pixels),
            image: ImagePlan(
                geometry.merging(pixels, rowPixels: rows.pixels), elementSize: 1, zero: zero,
                merged: pixels, node),
            input: rows.slot, threads: node.threadCount)
    }

    /// Returns the number of neighboring output pixels to compute as one pixel with that many
    /// times the channels, so that few channels fill the `lanes` of the kernel's registers.
    ///
    /// The stride along the width must be 1; then the inputs of neighbors also lie side by side.
    private static func mergedPixels(_ geometry: ConvolutionGeometry, lanes: Int) -> Int {
        let width = geometry.width
        guard width.stride == 1 else { return 1 }
        var pixels = 1
        while 2 * pixels * geometry.channels <= lanes, width.output % (2 * pixels) == 0 {
            pixels *= 2
        }
        return pixels
    }

    /// Prepares a layer as a product with a group for each input channel.
    private static func product(
        _ layer: LayerTensors, _ activation: FusedActivation, _ geometry: ConvolutionGeometry,
        _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let channels = layer.filter.shape[3]
        let product = ConvolutionProduct(
            layer: layer, activation: activation, geometry: geometry, channels: channels,
            groups: geometry.channels, isDepthwise: true)
        return try product.prepare(
            weights: layer.weights.transposed(
                columns: channels, size: node.elementSize(layer.filter), node), node)
    }
}

import CSightKernels
import SightModelFile
import SightTensor

/// TRANSPOSE_CONV: adds each input pixel, multiplied by a filter `[O, H, W, I]`, to the output.
///
/// float32, also with int8 weights, quantized uint8, int8 and int16 (weights int8, 64-bit sums).
/// The output's shape is the constant first input; a bias may be the fourth. ``SpreadProduct``
/// computes layers of float32 and 8 bits with constant weights.
/// - Source: TensorFlow Lite `transpose_conv`: sums are requantized once, with two roundings to
///   nearest, ties away from zero.
enum TransposeConvolution: Operator {
    static let code = OperatorCode.builtin(.transposeConv)
    static let versions = 1...5

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try TransposeConvolutionOptions(options)
        let spread = try SpreadFilter(options, node)
        let activation = try FusedActivation(options.activation, node)
        switch (spread.input.elementType, spread.filter.elementType) {
        case (.float32, .float32):
            if let bias = spread.bias { try node.expectSameType(spread.input, bias) }
            let range = node.epilogue(after: activation.range, adds: false).range
            return try spread.prepareFloat(range, node)
        case (.float32, .int8): return try spread.prepareHybrid(activation, node)
        case (.uint8, .uint8), (.int8, .int8), (.int16, .int8):
            return try integers(RequantizedSums(spread, activation, node), spread, node)
        default: throw node.unsupported(spread.input)
        }
    }

    private static func integers(
        _ sums: RequantizedSums, _ spread: SpreadFilter, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        if let requantization = try sums.requantization(node), let layer = try spread.layer(node) {
            return try layer.prepare(requantization)
        }
        switch spread.input.elementType {
        case .uint8: return try sums.loop(UInt8.self, UInt8.self, Int32.self, node)
        case .int8: return try sums.loop(Int8.self, Int8.self, Int32.self, node)
        default: return try sums.loop(Int16.self, Int8.self, Int64.self, node)
        }
    }
}

extension SpreadFilter {
    /// Prepares a layer of binary32.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func prepareFloat(_ range: ClosedRange<Float>, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        if let layer = try layer(node) { return try layer.prepare(range) }
        return floatLoop(range, from: input.slot)
    }

    /// Prepares a layer of binary32 with int8 weights, which quantizes the input of each batch.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode`, `unsupported` and `tooLarge`.
    func prepareHybrid(_ activation: FusedActivation, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let tensors = try tensors(node)
        let channels = output.shape[3]
        let (scales, _) = try filterScales(filter, channels, 0, node)
        // Each batch has padding of its own.
        if input.shape[0] == 1, let layer = try layer(node) {
            return try layer.prepare(
                activation, scales: scales,
                input: HybridQuantization.add(
                    input, batchCount: 1, isAsymmetric: true,
                    isFlipped: sight_current_tier().readsUnsignedBytes, paddingLength: depth, node))
        }
        let quantized = try HybridQuantization.add(
            input, batchCount: input.shape[0], isAsymmetric: true, node)
        let whole = try HybridFloats(quantized, node)
        node.addPhase(whole)
        let weights = try HybridFloats.weights(tensors.weights, node)
        if let layer = try layer(node) {
            node.addPhase(
                try layer.summing(weights, from: whole.output).prepare(Epilogue.unbounded))
        } else {
            node.addPhase(floatLoop(Epilogue.unbounded, from: whole.output, weights: weights))
        }
        return ScaledSums(
            tensors, activation, batchPixels: output.shape[1] * output.shape[2],
            input: quantized, scales: scales, channels: channels, node)
    }

    /// Returns a loop over the input pixels and taps.
    ///
    /// With `weights`, which replace the filter, it only sums products.
    private func floatLoop(
        _ range: ClosedRange<Float>, from source: TensorSlot, weights: ConstantBytes? = nil
    ) -> any PreparedOperator {
        let (count, channels) = (output.shape.elementCount, output.shape[3])
        return PreparedLoop { _, memory in
            let sums = memory.elements(output.slot, as: Float.self)
            let values = memory.elements(source, as: Float.self)
            let filter =
                weights?.start(of: Float.self)
                ?? UnsafePointer(memory.elements(filter.slot, as: Float.self))
            sums.update(repeating: 0, count: count)
            forEachTap { pixel, tap, target in
                for o in 0..<channels {
                    let weights = filter + tap + o * filterStride
                    var sum: Float = 0
                    for i in 0..<depth { sum += values[pixel + i] * weights[i] }
                    sums[target + o] += sum
                }
            }
            let bias = weights == nil ? bias : nil
            let biases = bias.map { memory.elements($0.slot, as: Float.self) }
            for i in 0..<count {
                let sum = sums[i] + (biases?[i % channels] ?? 0)
                sums[i] = clamp(sum, range.lowerBound, range.upperBound)
            }
        }
    }
}

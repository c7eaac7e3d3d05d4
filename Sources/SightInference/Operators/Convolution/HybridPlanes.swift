import CSightKernels
import SightModelFile
import SightTensor

/// A layer with float inputs and outputs, an int8 filter and few output channels, whose integer
/// sums are computed by ``PlanarProduct``.
///
/// Integers below 2²⁴ are exact in binary32, so that the results equal those of ``HybridSums`` to
/// the bit. This is faster where the processor has no dot product of bytes: registers hold
/// neighboring pixels, while those of the integer kernels hold 16 channels of a pixel.
///
/// The phases are ``HybridQuantization``, ``HybridFloats``, ``PlanarImage``, ``PlanarProduct`` and
/// ``ScaledSums``.
enum HybridPlanes {
    /// Whether all sums of a convolution with one group are exact, and faster this way.
    static func suits(_ geometry: ConvolutionGeometry, columns: Int, isAsymmetric: Bool) -> Bool {
        let product = CheckedInt(128 * (isAsymmetric ? 255 : 128))
        let largest = CheckedInt(geometry.tapCount) * CheckedInt(geometry.channels) * product
        guard let largest = largest.value, largest <= 1 << 24 else { return false }
        return [sight_tier_avx2, sight_tier_avx512].contains(sight_current_tier())
            && PlanarProduct.suits(geometry, columns: columns)
    }

    /// Converts the weights `[N, taps, depth]` to floats, adds the phases of a layer with one batch
    /// and returns the last one.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    static func prepare(
        _ layer: LayerTensors, _ activation: FusedActivation, _ geometry: ConvolutionGeometry,
        input: HybridQuantization, weights: ConstantBytes, scales: [Float], columns: Int,
        _ node: Preparation
    ) throws(ModelError) -> ScaledSums {
        let floats = try HybridFloats(input, node)
        node.addPhase(floats)
        node.addPhase(
            try PlanarProduct(
                from: floats.output, to: layer.output.slot, Epilogue(range: Epilogue.unbounded),
                geometry, weights: HybridFloats.weights(weights, node), bias: nil,
                columns: columns, node))
        return ScaledSums(
            layer, activation, batchPixels: geometry.pixelCount, input: input, scales: scales,
            channels: columns, node)
    }
}

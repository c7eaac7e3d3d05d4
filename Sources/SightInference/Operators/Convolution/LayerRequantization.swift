import CSightKernels
import SightModelFile
import SightTensor

/// The conversion of a layer's 32-bit sums to 8-bit outputs: a multiplier and shifts for each
/// channel.
///
/// The rounding rule is in `sight-requantize.h`.
struct LayerRequantization: Sendable {
    /// One multiplier for each output channel; `lefts` and `rights` have one shift each.
    private(set) var multipliers: [Int32]
    private(set) var lefts: [Int32]
    private(set) var rights: [Int32]
    /// The parameters that all channels share.
    let shared: sight_requantization
    let inputZeroPoint: Int32
    let weightZeroPoint: Int32
    /// The best tier whose kernels support these parameters.
    let tier: sight_tier

    /// Computes the parameters.
    ///
    /// `axis` is the filter's axis of output channels. With `roundsProduct`, the product of the
    /// input and filter scales is first rounded to binary32, as the reference does for layers with
    /// one scale. With `roundsOnce`, the reference rounds this layer's sums once, too.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode`.
    init(
        _ layer: LayerTensors, channels: Int, axis: Int, activation: FusedActivation,
        roundsProduct: Bool, roundsOnce: Bool = false, _ node: Preparation
    ) throws(ModelError) {
        let input = try node.affine(layer.input)
        let output = try node.affine(layer.output)
        let (scales, zeroPoint) = try filterScales(layer.filter, channels, axis, node)
        let isUniform = scales.count == 1
        multipliers = [Int32](repeating: 0, count: scales.count)
        (lefts, rights) = (multipliers, multipliers)
        for (channel, scale) in scales.enumerated() {
            let product =
                roundsProduct && isUniform
                ? Double(input.scale * scale) : Double(input.scale) * Double(scale)
            let real = product / Double(output.scale)
            guard
                sight_quantize_multiplier(
                    real, &multipliers[channel], &lefts[channel], &rights[channel])
            else {
                throw node.fail(
                    "scales \(input.scale) × \(scale) / \(output.scale) of channel \(channel) make "
                        + "\(real), expected less than 2^30")
            }
        }
        let range = activation.quantized(layer.output, output)
        inputZeroPoint = input.zeroPoint
        weightZeroPoint = zeroPoint
        // Vector kernels accept a multiplier above 1 only if they round twice. A layer that rounds
        // once and has such a multiplier uses the scalar kernels.
        let isWide = lefts.contains { $0 > 0 }
        let isBelowOne =
            !isWide && zip(multipliers, rights).allSatisfy { $1 > 0 || Float($0) < 0x1p31 }
        tier = roundsOnce && isWide ? sight_tier_scalar : sight_current_tier()
        shared = sight_requantization(
            zero_point: output.zeroPoint, minimum: range.lowerBound, maximum: range.upperBound,
            rounds_once: roundsOnce,
            nearest: node.rounding == .nearest && !roundsOnce && isBelowOne,
            one_floor: (roundsOnce || range.lowerBound >= output.zeroPoint)
                && lefts.allSatisfy { $0 == 0 } && rights.allSatisfy { $0 >= 1 },
            uniform: isUniform)
        if isUniform { repeatChannels(channels) }
    }
}

extension LayerRequantization {
    /// Sets one factor for each output channel; sums are rounded twice.
    ///
    /// `range` has the limits of the outputs.
    init(
        factors: [FixedPointMultiplier], range: ClosedRange<Int32>, inputZeroPoint: Int32,
        weightZeroPoint: Int32, outputZeroPoint: Int32
    ) {
        multipliers = factors.map(\.multiplier)
        lefts = factors.map { max(0, $0.shift) }
        rights = factors.map { max(0, -$0.shift) }
        self.inputZeroPoint = inputZeroPoint
        self.weightZeroPoint = weightZeroPoint
        tier = sight_current_tier()
        shared = sight_requantization(
            zero_point: outputZeroPoint, minimum: range.lowerBound, maximum: range.upperBound,
            rounds_once: false, nearest: false,
            one_floor: range.lowerBound >= outputZeroPoint
                && factors.allSatisfy { $0.shift <= -1 },
            uniform: factors.allSatisfy { $0 == factors[0] })
    }

    /// Returns the parameters for `count` times the channels.
    func repeatingChannels(_ count: Int) -> LayerRequantization {
        var copy = self
        copy.repeatChannels(count)
        return copy
    }

    private mutating func repeatChannels(_ count: Int) {
        multipliers.repeatAll(count)
        lefts.repeatAll(count)
        rights.repeatAll(count)
    }

    /// Calls `body` with the parameters of the channels: multipliers, left and right shifts.
    func withChannels(
        _ body: (UnsafePointer<Int32>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Void
    ) {
        multipliers.withUnsafeBufferPointer { multipliers in
            lefts.withUnsafeBufferPointer { lefts in
                rights.withUnsafeBufferPointer { rights in
                    guard let multipliers = multipliers.baseAddress,
                        let lefts = lefts.baseAddress, let rights = rights.baseAddress
                    else { return }
                    body(multipliers, lefts, rights)
                }
            }
        }
    }
}

extension [Int32] {
    /// Repeats the elements `count` times, in the same order.
    fileprivate mutating func repeatAll(_ count: Int) {
        if self.count == 1, let first, count > 1 {
            self = [Int32](repeating: first, count: count)
            return
        }
        let once = self
        reserveCapacity(once.count * count)
        for _ in 1..<Swift.max(1, count) { append(contentsOf: once) }
    }
}

/// Returns the scales of a filter, one or one for each output channel, and their common zero point.
///
/// - Throws: ``ModelError`` with code `invalidNode`.
func filterScales(_ filter: TensorSpec, _ channels: Int, _ axis: Int, _ node: Preparation)
    throws(ModelError) -> (scales: [Float], zeroPoint: Int32)
{
    guard let quantization = filter.quantization, quantization.isPerAxis else {
        let affine = try node.affine(filter)
        guard filter.elementType == .uint8 || affine.zeroPoint == 0 else {
            throw node.fail("filter has the zero point \(affine.zeroPoint), int8 filters have 0")
        }
        return ([affine.scale], affine.zeroPoint)
    }
    guard filter.elementType == .int8, quantization.axis == axis,
        quantization.scales.count == channels
    else {
        throw node.fail(
            "filter \(filter.shape) \(filter.elementType) has \(quantization.scales.count) scales "
                + "along axis \(quantization.axis), expected int8 and \(channels) along \(axis)")
    }
    guard quantization.scales.areScales else {
        throw node.fail("filter \(filter.shape) has a scale that is not a number ≥ 0")
    }
    guard quantization.zeroPoints.reduce(0, |) == 0 else {
        throw node.fail("filter \(filter.shape) has zero points, scales per channel need 0")
    }
    return (quantization.scales, 0)
}

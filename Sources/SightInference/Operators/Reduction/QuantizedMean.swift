import SightModelFile
import SightTensor

/// MEAN and SUM of quantized tensors: 32-bit sums, then one requantization.
///
/// - Source: TensorFlow Lite `QuantizedMeanOrSum`: the factor of a mean is divided by the count
///   with as many bits as fit; rounds to nearest, ties away from zero.
enum QuantizedMean {
    static func prepare<Value: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ reduction: Reduction, _ node: Preparation, isSum: Bool, _: Value.Type
    ) throws(ModelError) -> any PreparedOperator {
        let from = try node.affine(reduction.input)
        let to = try node.affine(reduction.output)
        let outputs = reduction.output.shape.elementCount
        guard reduction.count < 1 << 23 else {
            throw node.fail(.unsupported, "\(reduction.count) elements are too many to add")
        }
        let sums = try node.scratch(byteCount: outputs * 4)
        let whole = FixedPointMultiplier(Double(from.scale) / Double(to.scale))
        let factor = isSum ? whole : whole.divided(by: reduction.count)
        let offset = from.zeroPoint &* Int32(truncatingIfNeeded: reduction.count)
        return PreparedLoop { _, memory in
            let sums = memory.elements(sums, as: Int32.self)
            let output = memory.elements(reduction.output.slot, as: Value.self)
            reduction.sum(memory.elements(reduction.input.slot, as: Value.self), into: sums)
            for i in 0..<outputs {
                output[i] = Value(clamping: factor.apply(sums[i] &- offset) &+ to.zeroPoint)
            }
        }
    }
}

extension FixedPointMultiplier {
    /// Returns the factor divided by a count, rounded toward zero.
    fileprivate func divided(by count: Int) -> FixedPointMultiplier {
        var bits = Int32(63 - UInt64(max(1, count)).leadingZeroBitCount)
        bits = min(bits, 32, 31 + shift)
        let scaled = (Int64(multiplier) << Int64(bits)) / Int64(max(1, count))
        return FixedPointMultiplier(
            multiplier: Int32(truncatingIfNeeded: scaled), shift: shift - bits)
    }
}

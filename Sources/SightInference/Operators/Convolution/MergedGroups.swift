import CSightKernels
import SightModelFile
import SightTensor

/// Merges neighboring groups of a convolution into one, whose output channels fill a register.
///
/// The weights between a group's inputs and another group's outputs represent zero. Their products
/// add nothing to sums of integers; floats would add NaN for infinite inputs.
enum MergedGroups {
    /// Returns the number of neighboring groups that are computed as one: a divisor of `groups`.
    ///
    /// `columns` is the number of output channels of a group.
    static func count(groups: Int, columns: Int, _ tier: sight_tier) -> Int {
        let most = min(groups, width(tier) / columns)
        return most < 2 ? 1 : (1...most).last { groups % $0 == 0 } ?? 1
    }

    /// Returns how many columns a kernel computes in the time of one.
    private static func width(_ tier: sight_tier) -> Int {
        switch tier {
        case sight_tier_scalar: 1
        case sight_tier_avxvnni, sight_tier_avx512vnni, sight_tier_amxint8:
            Int(sight_q8_igemm_width)
        default: Int(sight_q8_igemm_width) / 2  // tiles for few columns
        }
    }

    /// Returns the weights `[channels, taps, count × depth]` of merged groups.
    ///
    /// `weights` is `[channels, taps, depth]`, `columns` the number of output channels of a group,
    /// and `zero` the byte that represents zero.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    static func weights(
        _ weights: ConstantBytes, count: Int, columns: Int, taps: Int, depth: Int, zero: UInt8,
        _ node: Preparation
    ) throws(ModelError) -> ConstantBytes {
        let storage = try node.storage(byteCount: weights.bytes.count * count)
        storage.bytes.initializeMemory(as: UInt8.self, repeating: zero)
        if let source = weights.bytes.baseAddress {
            for run in 0..<(weights.bytes.count / depth) {
                let place = run / taps / columns % count
                (storage.start + (run * count + place) * depth)
                    .copyMemory(from: source + run * depth, byteCount: depth)
            }
        }
        return ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage)
    }
}

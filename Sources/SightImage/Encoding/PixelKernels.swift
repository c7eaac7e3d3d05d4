import CSightKernels

/// The micro-kernels of one SIMD tier for the fused pass.
package struct PixelKernels: Sendable {
    /// The C table.
    let table: sight_pixel_kernels

    private init(upTo tier: sight_tier) { table = sight_pixel_kernels_up_to(tier).pointee }

    /// The kernels of the best tier of this processor, or of the tier that `SIGHT_TIER` names.
    package static let current = PixelKernels(upTo: sight_current_tier())

    /// The kernels of the reference tier, then of every faster tier that this processor can run.
    package static let all: [PixelKernels] = {
        var tiers: [PixelKernels] = []
        for tier in 0..<sight_tier_count.rawValue {
            let kernels = PixelKernels(upTo: sight_tier(tier))
            if tiers.last?.table.tier != kernels.table.tier { tiers.append(kernels) }
        }
        return tiers
    }()

    /// The tier's name, such as `avx2`.
    package var name: String { String(cString: sight_tier_name(table.tier)) }
}

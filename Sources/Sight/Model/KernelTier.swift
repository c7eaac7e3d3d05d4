import CSightKernels

/// The set of kernels that run the models of this process.
///
/// The names are the values of the environment variable `SIGHT_TIER`.
public enum KernelTier {
    /// The tier in use.
    public static var current: String { name(sight_current_tier()) }

    /// Every tier that this processor can run, from the reference upward.
    public static var available: [String] { all.filter { sight_tier_available($0) }.map(name) }

    /// The names of all tiers, of this processor and of others.
    package static var names: [String] { all.map(name) }

    private static var all: [sight_tier] {
        (0..<sight_tier_count.rawValue).map { sight_tier(rawValue: $0) }
    }

    private static func name(_ tier: sight_tier) -> String {
        String(cString: sight_tier_name(tier))
    }
}

import CSightKernels

/// The kernels that this process runs, by the names that `SIGHT_TIER` takes.
enum KernelTier {
    /// The tier in use.
    static var current: String { String(cString: sight_tier_name(sight_current_tier())) }

    /// Every tier that this processor can run, from the reference upward.
    static var available: [String] {
        (0..<sight_tier_count.rawValue).map { sight_tier(rawValue: $0) }
            .filter { sight_tier_available($0) }
            .map { String(cString: sight_tier_name($0)) }
    }
}

import CSightKernels

/// The set of kernels that run the models of this process.
///
/// The names are the values of the environment variable `SIGHT_TIER`.
public enum KernelTier {
    /// The tier in use.
    public static var current: String { String(cString: sight_tier_name(sight_current_tier())) }

    /// Every tier that this processor can run, from the reference upward.
    public static var available: [String] {
        (0..<sight_tier_count.rawValue).map { sight_tier(rawValue: $0) }
            .filter { sight_tier_available($0) }
            .map { String(cString: sight_tier_name($0)) }
    }
}

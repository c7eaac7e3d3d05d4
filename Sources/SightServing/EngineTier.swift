import CSightKernels

/// Which kernels this process runs.
public enum EngineTier {
    /// The tier's name, as `SIGHT_TIER` takes it.
    public static var current: String { String(cString: sight_tier_name(sight_current_tier())) }
}

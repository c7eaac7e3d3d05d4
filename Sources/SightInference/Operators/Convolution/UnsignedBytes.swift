import CSightKernels

extension sight_tier {
    /// Whether the kernels of bytes multiply uint8 by int8, so that a copy of int8 is best stored
    /// as uint8, 128 higher.
    var readsUnsignedBytes: Bool {
        self != sight_tier_amxint8 && rawValue < sight_tier_neon.rawValue
    }
}

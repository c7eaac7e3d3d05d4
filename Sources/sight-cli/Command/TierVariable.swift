import Sight

/// The environment variable `SIGHT_TIER`, which chooses the tier of the kernels.
package enum TierVariable {
    /// The names of all tiers, of this processor and of others.
    package static let names = [
        "scalar", "avx2", "avxvnni", "avx512", "avx512vnni", "amxint8", "neon", "neondot",
        "neoni8mm",
    ]

    /// Returns a warning if a value is the name of no tier, because the kernels then ignore it.
    ///
    /// The name of a tier that this processor lacks is fine: `sight --help` says what happens.
    package static func warning(about value: String?) -> String? {
        guard let value, !value.isEmpty, !names.contains(value) else { return nil }
        return "SIGHT_TIER=\(value) is ignored and \(KernelTier.current) is used: the tiers are "
            + names.joined(separator: ", ")
    }
}

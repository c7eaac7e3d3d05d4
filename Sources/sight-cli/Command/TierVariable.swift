import Sight

/// The environment variable `SIGHT_TIER`, which chooses the tier of the kernels.
package enum TierVariable {
    /// Returns a warning if a value is the name of no tier, because the kernels then ignore it.
    ///
    /// The name of a tier that this processor lacks is fine: `sight --help` says what happens.
    package static func warning(about value: String?) -> String? {
        let names = KernelTier.names
        guard let value, !value.isEmpty, !names.contains(value) else { return nil }
        return "SIGHT_TIER=\(value) is ignored and \(KernelTier.current) is used: the tiers are "
            + names.joined(separator: ", ")
    }
}

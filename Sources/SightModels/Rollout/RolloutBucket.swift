/// Where an installation stands in a gradual roll-out or an experiment.
///
/// Client and host compute the same place from the same texts, so an assignment needs no memory: it
/// stays when shares grow, and different salts are independent of each other.
public struct RolloutBucket: Hashable, Sendable {
    /// There are this many places.
    public static let count = 1_000_000

    /// The place, 0..<``count``.
    public let position: Int

    /// The place of an installation under a salt, such as `rollout:bird:7`.
    ///
    /// The first 40 bits of SHA-256 over the salt's length, the salt and the installation's
    /// identifier, scaled down to ``count``.
    public init(installation: String, salt: String) {
        let text = "\(salt.utf8.count):\(salt):\(installation)"
        let digest = ModelDigest(of: Array(text.utf8))
        let value = digest.bytes.prefix(5).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        position = Int((value &* UInt64(Self.count)) >> 40)
    }

    /// Whether the place is inside a share of 0…100 percent.
    public func isWithin(percent: Double) -> Bool {
        Double(position) < percent / 100 * Double(Self.count)
    }

    /// The choice whose share the place is in; shares are weights in any unit.
    ///
    /// - Parameter weights: the shares in order; those that are not positive and finite get nothing.
    /// - Returns: an index, or `nil` when no weight is positive.
    public func choice(weights: [Double]) -> Int? {
        let weights = weights.map { $0 > 0 && $0.isFinite ? $0 : 0 }
        let total = weights.reduce(0, +)
        guard total > 0, total.isFinite else { return nil }
        let target = Double(position) / Double(Self.count) * total
        var sum = 0.0
        for (index, weight) in weights.enumerated() {
            sum += weight
            if target < sum { return index }
        }
        return weights.lastIndex { $0 > 0 }
    }
}

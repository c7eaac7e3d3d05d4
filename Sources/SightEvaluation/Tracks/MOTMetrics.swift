/// The three usual families of tracking metrics.
public struct MOTMetrics: Hashable, Sendable {
    /// HOTA, which weighs detection and association equally.
    public let hota: HOTA
    /// The CLEAR metrics, which count errors frame by frame.
    public let clear: ClearMetrics
    /// The identity metrics, which allow one identity for each object.
    public let identity: IdentityMetrics

    /// Computes the metrics of a sequence.
    public init(_ sequence: MOTSequence) {
        hota = HOTA(sequence)
        clear = ClearMetrics(sequence)
        identity = IdentityMetrics(sequence)
    }

    /// Combines the metrics of several sequences as if they were one sequence without common
    /// identities.
    public init(combining parts: [MOTMetrics]) {
        hota = HOTA(combining: parts.map(\.hota))
        clear = ClearMetrics(combining: parts.map(\.clear))
        identity = IdentityMetrics(combining: parts.map(\.identity))
    }
}

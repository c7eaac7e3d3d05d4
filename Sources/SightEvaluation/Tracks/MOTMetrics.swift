/// How good a tracker's results are, by the three common families of metrics.
public struct MOTMetrics: Hashable, Sendable {
    /// Finding, associating and placing in balance.
    public let hota: HOTA
    /// Errors counted frame by frame.
    public let clear: ClearMetrics
    /// Errors against one identity for each object.
    public let identity: IdentityMetrics

    /// Measures a sequence.
    public init(_ sequence: MOTSequence) {
        hota = HOTA(sequence)
        clear = ClearMetrics(sequence)
        identity = IdentityMetrics(sequence)
    }

    /// The metrics over several sequences as if they were one, with identities of their own.
    public init(combining parts: [MOTMetrics]) {
        hota = HOTA(combining: parts.map(\.hota))
        clear = ClearMetrics(combining: parts.map(\.clear))
        identity = IdentityMetrics(combining: parts.map(\.identity))
    }
}

/// How an ``Embedder`` reads its model.
public struct EmbedderOptions: Sendable {
    /// Whether vectors get a length of 1.
    public var normalizesLength = false
    /// How bytes become a float model's input; `nil` takes the metadata's.
    public var normalization: Normalization?
    /// Threads that share one run.
    public var threadCount = 1

    /// The defaults.
    public init() {}
}

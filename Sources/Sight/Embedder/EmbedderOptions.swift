/// The options of an ``Embedder``.
public struct EmbedderOptions: Sendable {
    /// Whether vectors are scaled to a length of 1.
    public var normalizesLength = false
    /// The normalization of bytes for a `float32` or `int8` model; `nil` takes the metadata's.
    ///
    /// An `int8` model without both takes each byte minus 128.
    public var normalization: Normalization?
    /// The number of threads that share one run.
    public var threadCount = 1

    /// Makes the default options.
    public init() {}
}

/// The options of a ``Segmenter``.
public struct SegmenterOptions: Sendable {
    /// The least confidence of a foreground, for models of one class.
    ///
    /// Values outside 0…1 and NaN are refused with `invalidOptions`.
    public var foregroundThreshold: Float = 0.5
    /// Label texts to use instead of the model's, the background first: one for each class, and up
    /// to 256 for a model of class indices.
    ///
    /// For a model of a foreground, give both texts, or the foreground's alone: then the background
    /// is `background`.
    public var labels: [String]?
    /// The locale of the label file whose texts are returned, spelled as in the metadata.
    public var displayNamesLocale = "en"
    /// The normalization of bytes for a float model; `nil` takes the metadata's, otherwise 0…1 for
    /// models of one class and −1…1 for others.
    public var normalization: Normalization?
    /// The number of threads that share one run.
    public var threadCount = 1

    /// The defaults.
    public init() {}
}

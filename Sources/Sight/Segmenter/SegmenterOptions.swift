/// How a ``Segmenter`` reads its model.
public struct SegmenterOptions: Sendable {
    /// The least confidence of a foreground, for models of one class.
    public var foregroundThreshold: Float = 0.5
    /// Label texts to use instead of the model's, the background first.
    public var labels: [String]?
    /// Locale of the label file to show, as its metadata spells it.
    public var displayNamesLocale = "en"
    /// How bytes become a float model's input; `nil` takes the metadata's, else 0…1 for models of
    /// one class and −1…1 for others.
    public var normalization: Normalization?
    /// Threads that share one run.
    public var threadCount = 1

    /// The defaults.
    public init() {}
}

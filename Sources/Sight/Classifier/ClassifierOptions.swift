/// The options of a ``Classifier``.
public struct ClassifierOptions: Sendable {
    /// Labels below this score are dropped; a score equal to it is kept.
    ///
    /// With `nil`, NaN or a value outside 0…1, the threshold of the model's metadata applies, or 0.
    public var scoreThreshold: Float?
    /// Whether a threshold outside 0…1 is compared like others, as in the Task Library and in
    /// MediaPipe; a model's scores may be outside 0…1, too.
    package var takesAnyThreshold = false
    /// Whether every output is read, and must have a score for each of its classes.
    package var readsAllHeads = false
    /// The largest number of labels for an image or object; values below 1 mean 10, ML Kit's
    /// default.
    public var maximumLabelCount = 10
    /// The label texts to keep; `nil` keeps all.
    public var allowedLabels: Set<String>?
    /// The label texts to drop.
    public var deniedLabels: Set<String> = []
    /// The locale of the label file whose texts are returned, spelled as in the metadata.
    public var displayNamesLocale = "en"
    /// Label texts to use instead of the model's.
    public var labels: [String]?
    /// The factor that widens or narrows a region before it is classified: its width and height are
    /// multiplied by this, around its center, and cut at the image's edges.
    ///
    /// 1 leaves the region unchanged. Values that are not above 0 mean 1.
    public var regionScale: Float = 1
    /// The text of the label that means "none of the others"; this label is never returned.
    ///
    /// It still counts as one of the best labels: if it is the only one left, nothing is returned.
    public var unknownLabel: String?
    /// The normalization of bytes for a `float32` or `int8` model; `nil` takes the metadata's.
    ///
    /// An `int8` model without both takes each byte minus 128.
    public var normalization: Normalization?
    /// The number of threads that share one run.
    public var threadCount = 1

    /// The defaults.
    public init() {}
}

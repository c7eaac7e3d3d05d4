/// What a ``Classifier`` returns of its model's scores.
public struct ClassifierOptions: Sendable {
    /// Labels below this score are dropped; a score equal to it is kept.
    ///
    /// `nil` and values outside 0…1 take the threshold of the model's metadata, or 0.
    public var scoreThreshold: Float?
    /// Most labels for one image or object; values below 1 mean 10, ML Kit's default.
    public var maximumLabelCount = 10
    /// Keep only these label texts; `nil` keeps all.
    public var allowedLabels: Set<String>?
    /// Drop these label texts.
    public var deniedLabels: Set<String> = []
    /// Locale of the label file to show, as its metadata spells it.
    public var displayNamesLocale = "en"
    /// Label texts to use instead of the model's.
    public var labels: [String]?
    /// How much is seen of a region: its width and height are multiplied by this, around its
    /// middle, and cut at the image's edges.
    ///
    /// 1 is the region itself. Values that are not above 0 mean 1.
    public var regionScale: Float = 1
    /// The text of a label that means none of the others; it is never returned.
    ///
    /// It still takes its place among the best: where it is the only one, nothing is returned.
    public var unknownLabel: String?
    /// How bytes become a float model's input; `nil` takes the metadata's.
    public var normalization: Normalization?
    /// Threads that share one run.
    public var threadCount = 1

    /// The defaults.
    public init() {}
}

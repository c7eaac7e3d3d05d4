/// What a ``Localizer`` keeps of what its model finds.
public struct LocalizerOptions: Sendable {
    /// Boxes with this score or a lower one are dropped.
    ///
    /// `nil` takes the threshold of the model's metadata, or none.
    public var scoreThreshold: Float?
    /// Most boxes to return; `nil` for all.
    public var maximumResults: Int?
    /// Keep only these label texts; `nil` keeps all.
    public var allowedLabels: Set<String>?
    /// Drop these label texts.
    public var deniedLabels: Set<String> = []
    /// Locale of the label file to show, as its metadata spells it.
    public var displayNamesLocale = "en"
    /// Label texts to use instead of the model's.
    public var labels: [String]?
    /// Lines of the label file before the first class: 1 where it starts with a background line.
    ///
    /// `nil` decides by the number of lines and the first line.
    public var labelOffset: Int?
    /// How bytes become a float model's input; `nil` takes the metadata's, or −1…1.
    public var normalization: Normalization?
    /// Threads that share one run.
    public var threadCount = 1
    /// Sample pixels as points rather than areas, to compare with MediaPipe.
    package var usesCornerSampling = false

    /// The defaults.
    public init() {}
}

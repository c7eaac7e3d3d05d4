public import SightGeometry
public import SightImage

/// The options of a ``Localizer``.
public struct LocalizerOptions: Sendable {
    /// Boxes with this score or a lower one are dropped.
    ///
    /// With `nil`, the threshold of the model's metadata applies, otherwise none; 0.05 for models
    /// that do not suppress overlaps themselves. As in the Task Library, numbers outside 0…1 are
    /// compared like others: −1 keeps all boxes of models whose scores are in 0…1, and 1 drops
    /// them. NaN is refused with `invalidOptions`.
    public var scoreThreshold: Float?
    /// The largest number of boxes to return; `nil` for all.
    public var maximumResults: Int?
    /// The label texts to keep; `nil` keeps all.
    public var allowedLabels: Set<String>?
    /// The label texts to drop.
    public var deniedLabels: Set<String> = []
    /// The locale of the label file whose texts are returned, spelled as in the metadata.
    public var displayNamesLocale = "en"
    /// Label texts to use instead of the model's: one for each class, or one more with that of a
    /// background first.
    public var labels: [String]?
    /// The number of lines of the label file before the first class: 1 if it starts with a
    /// background.
    ///
    /// With `nil`, the number of lines and the first line decide.
    public var labelOffset: Int?
    /// The normalization of bytes for a `float32` or `int8` model; `nil` takes the metadata's or the
    /// family's, otherwise −1…1 for `float32`, and each byte minus 128 for `int8`.
    public var normalization: Normalization?
    /// The family of the model's outputs; `nil` recognizes it.
    public var head: DetectionHead?
    /// The method that fits the image into the input; `nil` takes the family's.
    public var fit: ImageTransform.Fit?
    /// The order of the input's channels, red or blue first; `nil` takes the family's.
    public var channelOrder: ChannelOrder?
    /// The boxes that an SSD model refines, in the order of its rows; `nil` takes the metadata's or
    /// those of a known layout.
    public var anchors: [AnchorBox]?
    /// The largest intersection over union of two boxes of one class, if the model does not
    /// suppress overlaps itself; `nil` takes 0.6, and 0.3 for MediaPipe's detectors.
    ///
    /// NaN is refused with `invalidOptions`.
    public var maximumIoU: Float?
    /// The number of threads that share one run.
    public var threadCount = 1
    /// Whether the objects of a model without label texts have labels, too, with empty texts.
    package var labelsWithoutTexts = false
    /// Whether pixels are sampled as points rather than areas, for a comparison with MediaPipe.
    package var usesCornerSampling = false

    /// The defaults.
    public init() {}
}

public import SightGeometry
public import SightImage

/// What a ``Localizer`` keeps of what its model finds.
public struct LocalizerOptions: Sendable {
    /// Boxes with this score or a lower one are dropped.
    ///
    /// `nil` takes the threshold of the model's metadata, or none; 0.05 for models that leave the
    /// suppression of overlaps to their user.
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
    /// How bytes become a float model's input; `nil` takes the metadata's, the family's, or −1…1.
    public var normalization: Normalization?
    /// The family of the model's outputs; `nil` recognises it.
    public var head: DetectionHead?
    /// How the image is fitted into the input; `nil` takes the family's way.
    public var fit: ImageTransform.Fit?
    /// Which of red and blue comes first in the input; `nil` takes the family's order.
    public var channelOrder: ChannelOrder?
    /// The boxes that an SSD model refines, in the order of its rows; `nil` takes the metadata's or
    /// those of a known layout.
    public var anchors: [AnchorBox]?
    /// The largest intersection over union of two boxes of one class, where the model does not
    /// suppress overlaps itself; `nil` takes 0.6, and 0.3 for MediaPipe's detectors.
    public var maximumIoU: Float?
    /// Threads that share one run.
    public var threadCount = 1
    /// Sample pixels as points rather than areas, to compare with MediaPipe.
    package var usesCornerSampling = false

    /// The defaults.
    public init() {}
}

/// The settings of a detector of a drop-in module, fixed when the detector is made.
package struct DetectorConfiguration: Hashable, Sendable {
    /// The kind of images, and the objects that are found in them.
    package enum Mode: Hashable, Sendable {
        /// Independent images, in which objects are found.
        case singleImage
        /// Frames of one stream, in which objects are followed.
        case stream
        /// Whole images, which are named without a search for objects.
        case wholeImage
    }

    /// The kind of images.
    package var mode = Mode.stream
    /// Whether to return several objects or only the most prominent one.
    package var allowsMultipleObjects = false
    /// The largest number of objects when several are allowed.
    package var maximumObjectCount = 5
    /// Whether to name objects.
    package var isClassificationEnabled = false
    /// The classifier that names objects.
    package var model = ModelChoice.coarse
    /// Labels below this confidence are dropped; the model's own threshold when `nil`.
    package var confidenceThreshold: Float?
    /// The means that are subtracted from the bytes of a float classifier's input, one for all
    /// channels or three, in 0…255; those of the model's metadata when both lists are `nil`.
    package var normalizationMean: [Float]?
    /// The divisors of the differences, one or three.
    package var normalizationStd: [Float]?
    /// The texts of the classifier's classes; those of the model or its manifest when `nil`.
    package var labelTexts: [String]?
    /// The largest number of labels of an object.
    package var maximumLabelCount = 10
    /// Whether results of a stream may come before the detection in their frame has ended.
    package var isLowLatency = false
    /// The model file that finds boxes; `nil` for the default model.
    package var localizerPath: String?

    /// The defaults.
    package init() {}

    /// Whether a classifier is set, but naming is off.
    var hasUnusedModel: Bool { model != .coarse && !isClassificationEnabled }
}

/// What a detector of a drop-in module does, fixed when it is made.
package struct DetectorConfiguration: Hashable, Sendable {
    /// What is looked at.
    package enum Mode: Hashable, Sendable {
        /// The objects of images that are independent.
        case singleImage
        /// The objects of frames of one stream.
        case stream
        /// Images as a whole, which are named and not searched.
        case wholeImage
    }

    /// What is looked at.
    package var mode = Mode.stream
    /// Whether to return several objects or only the most prominent one.
    package var allowsMultipleObjects = false
    /// Most objects when several are allowed.
    package var maximumObjectCount = 5
    /// Whether to name objects.
    package var isClassificationEnabled = false
    /// What to name them with.
    package var model = ModelChoice.coarse
    /// Labels below this confidence are dropped; the model's own threshold when `nil`.
    package var confidenceThreshold: Float?
    /// Most labels of an object.
    package var maximumLabelCount = 10
    /// Whether results of a stream may come before their detection is done.
    package var isLowLatency = false
    /// The model file that finds boxes; the default models' when `nil`.
    package var localizerPath: String?

    /// The defaults.
    package init() {}
}

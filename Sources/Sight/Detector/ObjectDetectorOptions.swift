/// The options of an ``ObjectDetector``.
public struct ObjectDetectorOptions: Sendable {
    /// Whether to return several objects or only the most prominent one.
    public var allowsMultipleObjects = false
    /// The largest number of objects; ML Kit's limit by default.
    ///
    /// It has an effect only with ``allowsMultipleObjects``.
    public var maximumObjectCount = 5
    /// Whether to name each object with the classifier.
    ///
    /// Without it objects carry the localizer's own label, if it tells classes apart.
    public var isClassificationEnabled = false
    /// The largest overlap of two objects, as intersection over union in 0…1.
    public var maximumIoU: Float = 0.7

    /// The defaults: the most prominent object, unnamed.
    public init() {}
}

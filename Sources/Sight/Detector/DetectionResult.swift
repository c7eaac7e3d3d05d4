/// The objects of one image and the time of each step.
public struct DetectionResult: Sendable {
    /// The objects, the most prominent first.
    public let objects: [Object]
    /// Milliseconds from pixels to boxes.
    public let localizationMilliseconds: Double
    /// Milliseconds from boxes to names; 0 without a classifier.
    public let classificationMilliseconds: Double
}

public import Foundation
import SightDropIn
import SightTasks

/// An object that a detector found.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLDetection)
#endif
public final class Detection: NSObject, Sendable {
    /// The box in pixels of the image as stored, before its orientation is applied.
    public let boundingBox: CGRect
    /// The category of the object, as a list of one.
    public let categories: [ClassificationCategory]

    /// Makes a detection.
    public init(boundingBox: CGRect, categories: [ClassificationCategory]) {
        self.boundingBox = boundingBox
        self.categories = categories
    }

    convenience init(_ detection: TaskDetector.Detection) {
        self.init(
            boundingBox: detection.boundingBox,
            categories: [ClassificationCategory(detection.category)])
    }
}

public import Foundation
import SightDropIn

/// One object that a detector found.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLDetection)
#endif
public final class Detection: NSObject, Sendable {
    /// Where, in pixels of the image as stored, before its orientation is applied.
    public let boundingBox: CGRect
    /// What it is: one category.
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

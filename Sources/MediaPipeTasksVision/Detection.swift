public import Foundation
import SightDropIn
import SightTasks

/// One object that a detector found.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPDetection)
#endif
public final class Detection: NSObject, Sendable {
    /// The categories of the object; one category.
    public let categories: [ResultCategory]
    /// The box, in pixels of the stored image, before its orientation is applied.
    public let boundingBox: CGRect
    /// The points of the object; `nil` for models without them.
    public let keypoints: [NormalizedKeypoint]?

    /// Makes a detection.
    public init(
        categories: [ResultCategory], boundingBox: CGRect, keypoints: [NormalizedKeypoint]? = nil
    ) {
        self.categories = categories
        self.boundingBox = boundingBox
        self.keypoints = keypoints
    }

    convenience init(_ detection: TaskDetector.Detection) {
        let keypoints = detection.keypoints.map {
            NormalizedKeypoint(location: $0, label: nil, score: 0)
        }
        self.init(
            categories: [ResultCategory(detection.category)], boundingBox: detection.boundingBox,
            keypoints: keypoints.isEmpty ? nil : keypoints)
    }
}

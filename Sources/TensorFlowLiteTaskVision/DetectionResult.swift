public import Foundation
import SightDropIn
import SightTasks

/// The objects of an image.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLDetectionResult)
#endif
public final class DetectionResult: NSObject, Sendable {
    /// The objects, best score first.
    public let detections: [Detection]

    /// Makes a result.
    public init(detections: [Detection]) { self.detections = detections }

    convenience init(_ found: [TaskDetector.Detection]) {
        self.init(detections: found.map { Detection($0) })
    }
}

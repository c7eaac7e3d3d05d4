import Foundation
import SightDropIn
import SightTasks

/// The objects of one frame.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPObjectDetectorResult)
#endif
public final class ObjectDetectorResult: TaskResult, @unchecked Sendable {  // constants
    /// The objects, best score first.
    public let detections: [Detection]

    /// Makes a result.
    public init(detections: [Detection], timestampInMilliseconds: Int) {
        self.detections = detections
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    convenience init(_ found: [TaskDetector.Detection], at milliseconds: Int) {
        self.init(
            detections: found.map { Detection($0) }, timestampInMilliseconds: milliseconds)
    }
}

import Foundation
import SightDropIn
import SightTasks

/// The faces of one frame.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPFaceDetectorResult)
#endif
public final class FaceDetectorResult: TaskResult, @unchecked Sendable {  // constants
    /// The faces, best score first, each with its key points.
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

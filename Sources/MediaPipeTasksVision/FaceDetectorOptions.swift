public import Foundation
package import SightTasks

/// Options of a face detector.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPFaceDetectorOptions)
#endif
open class FaceDetectorOptions: TaskOptions {
    /// Gets the results of a live stream.
    open weak var faceDetectorLiveStreamDelegate: (any FaceDetectorLiveStreamDelegate)?
    /// The lowest score of a face; NaN is refused.
    open var minDetectionConfidence: Float = 0.5
    /// The overlap from which on two boxes show one face; NaN is refused.
    open var minSuppressionThreshold: Float = 0.3

    /// Makes the defaults.
    public override init() { super.init() }

    /// The options as a value.
    package override var configuration: TaskConfiguration {
        var configuration = super.configuration
        configuration.scoreThreshold = minDetectionConfidence
        return configuration
    }

    /// A copy that later changes do not reach.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = FaceDetectorOptions()
        fill(copy)
        copy.faceDetectorLiveStreamDelegate = faceDetectorLiveStreamDelegate
        copy.minDetectionConfidence = minDetectionConfidence
        copy.minSuppressionThreshold = minSuppressionThreshold
        return copy
    }
}

public import Foundation

/// Gets the results of an object detector in a live stream.
#if canImport(ObjectiveC)
    @objc(MPPObjectDetectorLiveStreamDelegate)
#endif
public protocol ObjectDetectorLiveStreamDelegate: NSObjectProtocol {
    /// Called on a private serial queue, with a result or an error.
    #if canImport(ObjectiveC)
        @objc(objectDetector:didFinishDetectionWithResult:timestampInMilliseconds:error:)
    #endif
    func objectDetector(
        _ objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

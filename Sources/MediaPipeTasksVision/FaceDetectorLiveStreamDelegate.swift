public import Foundation

/// Gets the results of a face detector in a live stream.
#if canImport(ObjectiveC)
    @objc(MPPFaceDetectorLiveStreamDelegate)
#endif
public protocol FaceDetectorLiveStreamDelegate: NSObjectProtocol {
    /// Called on a private serial queue, with a result or an error.
    #if canImport(ObjectiveC)
        @objc(faceDetector:didFinishDetectionWithResult:timestampInMilliseconds:error:)
    #endif
    func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

public import Foundation

/// Gets the results of an image classifier in a live stream.
#if canImport(ObjectiveC)
    @objc(MPPImageClassifierLiveStreamDelegate)
#endif
public protocol ImageClassifierLiveStreamDelegate: NSObjectProtocol {
    /// Called on a private serial queue, with a result or an error.
    #if canImport(ObjectiveC)
        @objc(imageClassifier:didFinishClassificationWithResult:timestampInMilliseconds:error:)
    #endif
    func imageClassifier(
        _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

public import Foundation

/// Gets the results of an image segmenter in a live stream.
#if canImport(ObjectiveC)
    @objc(MPPImageSegmenterLiveStreamDelegate)
#endif
public protocol ImageSegmenterLiveStreamDelegate: NSObjectProtocol {
    /// Called on a private serial queue, with a result or an error.
    #if canImport(ObjectiveC)
        @objc(imageSegmenter:didFinishSegmentationWithResult:timestampInMilliseconds:error:)
    #endif
    func imageSegmenter(
        _ imageSegmenter: ImageSegmenter, didFinishSegmentation result: ImageSegmenterResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

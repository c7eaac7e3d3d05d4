public import Foundation

/// Gets the results of an image embedder in a live stream.
#if canImport(ObjectiveC)
    @objc(MPPImageEmbedderLiveStreamDelegate)
#endif
public protocol ImageEmbedderLiveStreamDelegate: NSObjectProtocol {
    /// Called on a private serial queue, with a result or an error.
    #if canImport(ObjectiveC)
        @objc(imageEmbedder:didFinishEmbeddingWithResult:timestampInMilliseconds:error:)
    #endif
    func imageEmbedder(
        _ imageEmbedder: ImageEmbedder, didFinishEmbedding result: ImageEmbedderResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

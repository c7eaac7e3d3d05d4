public import Foundation

/// Options of an image embedder.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPImageEmbedderOptions)
#endif
open class ImageEmbedderOptions: TaskOptions {
    /// Gets the results of a live stream.
    open weak var imageEmbedderLiveStreamDelegate: (any ImageEmbedderLiveStreamDelegate)?
    /// Whether vectors get a length of 1, for models that do not do it themselves.
    open var l2Normalize = false
    /// Whether vectors become bytes; their numbers have to be in −1…1.
    open var quantize = false

    /// Makes the defaults.
    public override init() { super.init() }

    /// A copy that later changes do not reach.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = ImageEmbedderOptions()
        fill(copy)
        copy.imageEmbedderLiveStreamDelegate = imageEmbedderLiveStreamDelegate
        copy.l2Normalize = l2Normalize
        copy.quantize = quantize
        return copy
    }
}

public import Foundation

/// Options of an image classifier.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPImageClassifierOptions)
#endif
open class ImageClassifierOptions: CategoryTaskOptions {
    /// Gets the results of a live stream.
    open weak var imageClassifierLiveStreamDelegate: (any ImageClassifierLiveStreamDelegate)?

    /// Makes the defaults.
    public override init() { super.init() }

    /// A copy that later changes do not reach.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = ImageClassifierOptions()
        fillCategories(copy)
        copy.imageClassifierLiveStreamDelegate = imageClassifierLiveStreamDelegate
        return copy
    }
}

public import Foundation

/// Options of an image segmenter.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPImageSegmenterOptions)
#endif
open class ImageSegmenterOptions: TaskOptions {
    /// Gets the results of a live stream.
    open weak var imageSegmenterLiveStreamDelegate: (any ImageSegmenterLiveStreamDelegate)?
    /// Kept as a setting; `labels` are the names in the label file, in its own language.
    open var displayNamesLocale = "en"
    /// Whether each class gets a mask of confidences.
    open var shouldOutputConfidenceMasks = true
    /// Whether there is a mask of the best classes.
    open var shouldOutputCategoryMask = false

    /// Makes the defaults.
    public override init() { super.init() }

    /// A copy that later changes do not reach.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = ImageSegmenterOptions()
        fill(copy)
        copy.imageSegmenterLiveStreamDelegate = imageSegmenterLiveStreamDelegate
        copy.displayNamesLocale = displayNamesLocale
        copy.shouldOutputConfidenceMasks = shouldOutputConfidenceMasks
        copy.shouldOutputCategoryMask = shouldOutputCategoryMask
        return copy
    }
}

@_exported public import MLKitImageLabelingCommon

/// Options of a labeler that names images with the default model.
///
/// The default model of Sight knows five coarse categories and names at most one of them; that of ML
/// Kit knows more than 400 labels. `CustomImageLabelerOptions` takes a model of your own.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKImageLabelerOptions)
#endif
open class ImageLabelerOptions: CommonImageLabelerOptions {
    /// Makes the defaults: labels of a confidence of at least 0.5.
    public init() { super.init(.coarse, defaultThreshold: 0.5) }
}

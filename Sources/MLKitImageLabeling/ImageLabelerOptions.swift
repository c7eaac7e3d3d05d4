@_exported public import MLKitImageLabelingCommon

/// The options of a labeler with the default model.
///
/// The default model of Sight has five coarse categories and returns at most one of them; the model
/// of ML Kit has more than 400 labels. Use `CustomImageLabelerOptions` for your own model.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKImageLabelerOptions)
#endif
open class ImageLabelerOptions: CommonImageLabelerOptions {
    /// Makes the default options: labels with a confidence of at least 0.5.
    public init() { super.init(.coarse, defaultThreshold: 0.5) }
}

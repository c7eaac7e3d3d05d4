@_exported public import MLKitObjectDetectionCommon

/// The options of a detector that assigns objects to five coarse categories.
///
/// ``DetectedObjectLabel`` lists the categories. An object outside them has no labels.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKObjectDetectorOptions)
#endif
open class ObjectDetectorOptions: CommonObjectDetectorOptions {
    /// Makes the default options: stream mode, only the most prominent object, no labels.
    public init() { super.init(.coarse) }
}

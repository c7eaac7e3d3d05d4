@_exported public import MLKitObjectDetectionCommon

/// Options of a detector that names objects with five coarse categories.
///
/// ``DetectedObjectLabel`` has the categories. Objects that are in none have no labels.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKObjectDetectorOptions)
#endif
open class ObjectDetectorOptions: CommonObjectDetectorOptions {
    /// Makes the defaults: a stream, the most prominent object, no names.
    public override init() { super.init() }
}

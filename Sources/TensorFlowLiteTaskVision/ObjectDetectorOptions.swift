/// Options of an object detector.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLObjectDetectorOptions)
#endif
open class ObjectDetectorOptions: TaskOptions {
    /// Makes options of a model; an empty path can be set later.
    public override init(modelPath: String) { super.init(modelPath: modelPath) }
}

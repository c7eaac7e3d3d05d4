/// The options of an object detector.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLObjectDetectorOptions)
#endif
open class ObjectDetectorOptions: TaskOptions {
    /// Makes options for a model; the path may be empty and set later.
    public override init(modelPath: String) { super.init(modelPath: modelPath) }
}

/// The options of an image classifier.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLImageClassifierOptions)
#endif
open class ImageClassifierOptions: TaskOptions {
    /// Makes options for a model; the path may be empty and set later.
    public override init(modelPath: String) { super.init(modelPath: modelPath) }
}

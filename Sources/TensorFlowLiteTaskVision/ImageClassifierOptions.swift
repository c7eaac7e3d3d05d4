/// Options of an image classifier.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLImageClassifierOptions)
#endif
open class ImageClassifierOptions: TaskOptions {
    /// Makes options of a model; an empty path can be set later.
    public override init(modelPath: String) { super.init(modelPath: modelPath) }
}

public import MLKitCommon
@_exported public import MLKitImageLabelingCommon
import SightDropIn

/// The options of a labeler with your own classifier.
///
/// The default threshold is that of the model's metadata, or 0.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKCustomImageLabelerOptions)
#endif
open class CustomImageLabelerOptions: CommonImageLabelerOptions {
    /// The maximum number of labels of an image; values below 1 select 10, the default.
    open var maxResultCount = 10 {
        didSet { configuration.maximumLabelCount = maxResultCount > 0 ? maxResultCount : 10 }
    }

    /// Makes options with a model on the device.
    public init(localModel: LocalModel) { super.init(localModel.choice, defaultThreshold: nil) }

    /// Makes options with a downloaded model.
    ///
    /// Labelers fail until the model is downloaded; see `ModelManager.isModelDownloaded(_:)`.
    public init(remoteModel: CustomRemoteModel) {
        super.init(.remote(remoteModel.reference), defaultThreshold: nil)
    }
}

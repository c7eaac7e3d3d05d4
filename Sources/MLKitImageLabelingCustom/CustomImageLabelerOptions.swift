public import MLKitCommon
@_exported public import MLKitImageLabelingCommon
import SightDropIn

/// Options of a labeler that names images with a classifier of your own.
///
/// Without a threshold the labels have at least the confidence of the model's metadata, or 0.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKCustomImageLabelerOptions)
#endif
open class CustomImageLabelerOptions: CommonImageLabelerOptions {
    /// Most labels of an image; values below 1 mean 10, the default.
    open var maxResultCount = 10 {
        didSet { configuration.maximumLabelCount = maxResultCount > 0 ? maxResultCount : 10 }
    }

    /// Makes options with a model on the device.
    public init(localModel: LocalModel) { super.init(localModel.choice, defaultThreshold: nil) }

    /// Makes options with a downloaded model.
    ///
    /// Labelers fail until it is downloaded; see `ModelManager.isModelDownloaded(_:)`.
    public init(remoteModel: CustomRemoteModel) {
        super.init(.remote(remoteModel.reference), defaultThreshold: nil)
    }
}

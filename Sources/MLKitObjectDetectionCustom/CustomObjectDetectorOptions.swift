public import Foundation
public import MLKitCommon
@_exported public import MLKitObjectDetectionCommon
import SightDropIn

/// The options of a detector that labels objects with your own classifier.
///
/// The classifier labels each box that the localizer finds. It is not loaded while
/// `shouldEnableClassification` is `false`; one line on standard error says so in each process.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKCustomObjectDetectorOptions)
#endif
open class CustomObjectDetectorOptions: CommonObjectDetectorOptions {
    /// The lowest confidence of a label, in 0…1; `nil`, the default, and values outside the range
    /// select the threshold of the model's metadata, or 0.
    open var classificationConfidenceThreshold: NSNumber? {
        didSet {
            configuration.confidenceThreshold =
                classificationConfidenceThreshold?.floatValue
                .inUnitRange
        }
    }

    /// The maximum number of labels of an object; values below 1 select 10, the default.
    open var maxPerObjectLabelCount = 10 {
        didSet {
            configuration.maximumLabelCount =
                maxPerObjectLabelCount > 0 ? maxPerObjectLabelCount : 10
        }
    }

    /// The mean for an input of `float32` or `int8`, in 0…255: one number for all channels or
    /// three, for red, green and blue; `nil`, the default, for that of the model's metadata.
    ///
    /// The model reads `(byte − mean) / std`. Set both lists or none: otherwise processing an image
    /// fails with the code `invalidArgument`. Not in ML Kit.
    open var normalizationMean: [Float]? {
        get { configuration.normalizationMean }
        set { configuration.normalizationMean = newValue }
    }

    /// The divisor for an input of `float32` or `int8`, not 0: one number or three; `nil`, the
    /// default, for that of the model's metadata.
    ///
    /// See ``normalizationMean``. Not in ML Kit.
    open var normalizationStd: [Float]? {
        get { configuration.normalizationStd }
        set { configuration.normalizationStd = newValue }
    }

    /// The texts of the model's classes, in the order of its output; `nil`, the default, for those
    /// of the model's metadata or of the manifest.
    ///
    /// Processing an image fails with the code `incompatibleModel` if the model has another number
    /// of classes. Not in ML Kit.
    open var labelTexts: [String]? {
        get { configuration.labelTexts }
        set { configuration.labelTexts = newValue }
    }

    /// Makes options with a model on the device.
    public init(localModel: LocalModel) { super.init(localModel.choice) }

    /// Makes options with a downloaded model.
    ///
    /// Detectors fail until the model is downloaded; see `ModelManager.isModelDownloaded(_:)`.
    public init(remoteModel: CustomRemoteModel) {
        super.init(.remote(remoteModel.reference))
    }
}

extension Float {
    /// The same value if it is in 0…1, otherwise `nil`, which stands for no value.
    fileprivate var inUnitRange: Float? { (0...1).contains(self) ? self : nil }
}

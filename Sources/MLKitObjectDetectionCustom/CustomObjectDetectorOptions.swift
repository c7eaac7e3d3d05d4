public import Foundation
public import MLKitCommon
@_exported public import MLKitObjectDetectionCommon
import SightDropIn

/// Options of a detector that names objects with a classifier of your own.
///
/// The classifier looks at each box that the built-in detector finds; it is not even loaded while
/// `shouldEnableClassification` is off.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKCustomObjectDetectorOptions)
#endif
open class CustomObjectDetectorOptions: CommonObjectDetectorOptions {
    /// The lowest confidence of a label, in 0…1; `nil`, the default, and other values take that of
    /// the model's metadata, or 0.
    open var classificationConfidenceThreshold: NSNumber? {
        didSet {
            configuration.confidenceThreshold =
                classificationConfidenceThreshold?.floatValue
                .inUnitRange
        }
    }

    /// Most labels of an object; values below 1 mean 10, the default.
    open var maxPerObjectLabelCount = 10 {
        didSet {
            configuration.maximumLabelCount =
                maxPerObjectLabelCount > 0 ? maxPerObjectLabelCount : 10
        }
    }

    /// Makes options with a model on the device.
    public init(localModel: LocalModel) {
        super.init()
        configuration.model = localModel.choice
    }

    /// Makes options with a downloaded model.
    ///
    /// Detectors fail until it is downloaded; see `ModelManager.isModelDownloaded(_:)`.
    public init(remoteModel: CustomRemoteModel) {
        super.init()
        configuration.model = .remote(remoteModel.reference)
    }
}

extension Float {
    /// Itself in 0…1; `nil` otherwise, so that it is as if it had not been set.
    fileprivate var inUnitRange: Float? { (0...1).contains(self) ? self : nil }
}

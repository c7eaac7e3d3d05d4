public import Foundation
import SightDropIn

/// The options of a ``VisionObjectDetector``.
///
/// A detector copies its options; later changes have no effect on it.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVisionObjectDetectorOptions)
#endif
open class VisionObjectDetectorOptions: NSObject {
    /// Whether images are independent or frames of one stream; a stream by default.
    open var detectorMode = VisionObjectDetectorMode.stream
    /// Whether to assign coarse categories; `false` by default.
    open var shouldEnableClassification = false
    /// Whether to return up to five objects instead of the most prominent one; `false` by default.
    open var shouldEnableMultipleObjects = false
    /// Whether a stream returns results before the detection is done; `false` by default.
    ///
    /// The objects are tracked from frame to frame by their pixels while a detection runs in
    /// parallel. The first results may be empty. Not in Firebase, whose streams always work so.
    open var isLowLatency = false
    /// The absolute path of a localizer; `nil`, the default, for the built-in one.
    ///
    /// HEADS.md lists the supported detectors. Not in Firebase.
    open var localizerModelPath: String?

    /// Makes the default options.
    public override init() {}

    /// The options as a value.
    var configuration: DetectorConfiguration {
        var configuration = DetectorConfiguration()
        configuration.mode = detectorMode == .singleImage ? .singleImage : .stream
        configuration.allowsMultipleObjects = shouldEnableMultipleObjects
        configuration.isClassificationEnabled = shouldEnableClassification
        configuration.isLowLatency = isLowLatency
        configuration.localizerPath = localizerModelPath
        return configuration
    }
}

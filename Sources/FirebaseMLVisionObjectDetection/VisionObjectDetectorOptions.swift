public import Foundation
import SightDropIn

/// What a ``VisionObjectDetector`` is told.
///
/// A detector keeps the options that it was made with; later changes do not reach it.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVisionObjectDetectorOptions)
#endif
open class VisionObjectDetectorOptions: NSObject {
    /// Whether images are independent or frames of one stream; a stream by default.
    open var detectorMode = VisionObjectDetectorMode.stream
    /// Whether to tell coarse categories; off by default.
    open var shouldEnableClassification = false
    /// Whether to return up to five objects or only the most prominent one, the default.
    open var shouldEnableMultipleObjects = false
    /// Whether results of a stream come before their detection is done; off by default.
    ///
    /// Objects are moved to each frame by their pixels, and a detection runs beside the stream. The
    /// first results may be empty. Not in Firebase, whose stream mode is always so.
    open var isLowLatency = false
    /// The absolute path of a model that finds boxes; `nil`, the default, for the built-in one.
    ///
    /// Any detector that Sight reads, see HEADS.md. Not in Firebase.
    open var localizerModelPath: String?

    /// Makes the defaults.
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

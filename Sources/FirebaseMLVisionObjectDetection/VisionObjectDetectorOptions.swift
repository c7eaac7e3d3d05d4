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

    /// Makes the defaults.
    public override init() {}

    /// The options as a value.
    var configuration: DetectorConfiguration {
        var configuration = DetectorConfiguration()
        configuration.mode = detectorMode == .singleImage ? .singleImage : .stream
        configuration.allowsMultipleObjects = shouldEnableMultipleObjects
        configuration.isClassificationEnabled = shouldEnableClassification
        return configuration
    }
}

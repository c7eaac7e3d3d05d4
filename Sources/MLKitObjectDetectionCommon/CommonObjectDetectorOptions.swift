public import Foundation
package import SightDropIn

/// What all detectors can be told; made as `ObjectDetectorOptions` or
/// `CustomObjectDetectorOptions`.
///
/// A detector keeps the options that it was made with; later changes do not reach it.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKCommonObjectDetectorOptions)
#endif
open class CommonObjectDetectorOptions: NSObject {
    /// The options as a value.
    package var configuration = DetectorConfiguration()

    package override init() {}

    /// Whether images are independent or frames of one stream; a stream by default.
    open var detectorMode: ObjectDetectorMode {
        get { configuration.mode == .singleImage ? .singleImage : .stream }
        set { configuration.mode = newValue == .singleImage ? .singleImage : .stream }
    }

    /// Whether to name objects; off by default.
    open var shouldEnableClassification: Bool {
        get { configuration.isClassificationEnabled }
        set { configuration.isClassificationEnabled = newValue }
    }

    /// Whether to return up to five objects or only the most prominent one, the default.
    open var shouldEnableMultipleObjects: Bool {
        get { configuration.allowsMultipleObjects }
        set { configuration.allowsMultipleObjects = newValue }
    }

    /// Most objects when several are wanted: 5, which ML Kit cannot change.
    ///
    /// Values below 1 mean 5.
    ///
    /// Not in ML Kit.
    open var maximumObjectCount: Int {
        get { configuration.maximumObjectCount }
        set { configuration.maximumObjectCount = newValue > 0 ? newValue : 5 }
    }

    /// Whether results of a stream come before their detection is done; off by default.
    ///
    /// Objects are moved to each frame by their pixels, and a detection runs beside the stream. The
    /// first results may be empty. Not in ML Kit, whose stream mode is always so.
    open var isLowLatency: Bool {
        get { configuration.isLowLatency }
        set { configuration.isLowLatency = newValue }
    }

    /// The absolute path of a model that finds boxes; `nil`, the default, for the built-in one.
    ///
    /// Any detector that Sight reads, see HEADS.md. Its boxes are named by the classifier of the
    /// options. Not in ML Kit.
    open var localizerModelPath: String? {
        get { configuration.localizerPath }
        set { configuration.localizerPath = newValue }
    }
}

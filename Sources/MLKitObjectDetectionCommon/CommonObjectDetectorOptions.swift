public import Foundation
package import SightDropIn

/// The options that all detectors have; use `ObjectDetectorOptions` or
/// `CustomObjectDetectorOptions`.
///
/// A detector copies its options; later changes have no effect on it.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKCommonObjectDetectorOptions)
#endif
open class CommonObjectDetectorOptions: NSObject {
    /// The options as a value.
    package var configuration = DetectorConfiguration()

    /// Makes the default options with a classifier.
    ///
    /// An `init()` that only this package can call would hide `+new` of the subclasses from
    /// Objective-C.
    package init(_ model: ModelChoice) { configuration.model = model }

    /// Whether images are independent or frames of one stream; a stream by default.
    open var detectorMode: ObjectDetectorMode {
        get { configuration.mode == .singleImage ? .singleImage : .stream }
        set { configuration.mode = newValue == .singleImage ? .singleImage : .stream }
    }

    /// Whether to label objects; `false` by default.
    open var shouldEnableClassification: Bool {
        get { configuration.isClassificationEnabled }
        set { configuration.isClassificationEnabled = newValue }
    }

    /// Whether to return up to five objects instead of the most prominent one; `false` by default.
    open var shouldEnableMultipleObjects: Bool {
        get { configuration.allowsMultipleObjects }
        set { configuration.allowsMultipleObjects = newValue }
    }

    /// The maximum number of objects if several are allowed; 5 by default.
    ///
    /// Values below 1 select 5.
    ///
    /// Not in ML Kit, where the limit is always 5.
    open var maximumObjectCount: Int {
        get { configuration.maximumObjectCount }
        set { configuration.maximumObjectCount = newValue > 0 ? newValue : 5 }
    }

    /// Whether a stream returns results before the detection is done; `false` by default.
    ///
    /// The objects are tracked from frame to frame by their pixels while a detection runs in
    /// parallel. The first results may be empty. Not in ML Kit, whose streams always work so.
    open var isLowLatency: Bool {
        get { configuration.isLowLatency }
        set { configuration.isLowLatency = newValue }
    }

    /// The absolute path of a localizer; `nil`, the default, for the built-in one.
    ///
    /// HEADS.md lists the supported detectors. The classifier of the options labels the boxes. Not
    /// in ML Kit.
    open var localizerModelPath: String? {
        get { configuration.localizerPath }
        set { configuration.localizerPath = newValue }
    }
}

public import Foundation

/// Options of an object detector.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPObjectDetectorOptions)
#endif
open class ObjectDetectorOptions: CategoryTaskOptions {
    /// Gets the results of a live stream.
    open weak var objectDetectorLiveStreamDelegate: (any ObjectDetectorLiveStreamDelegate)?

    /// Makes the defaults.
    public override init() { super.init() }

    /// A copy that later changes do not reach.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = ObjectDetectorOptions()
        fillCategories(copy)
        copy.objectDetectorLiveStreamDelegate = objectDetectorLiveStreamDelegate
        return copy
    }
}

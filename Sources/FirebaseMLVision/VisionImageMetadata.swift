public import Foundation

/// The metadata of a ``VisionImage``: its orientation.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVisionImageMetadata)
#endif
open class VisionImageMetadata: NSObject {
    /// The orientation of the stored pixels; `.topLeft`, which is upright, by default.
    open var orientation = VisionDetectorImageOrientation.topLeft

    /// Makes the default metadata.
    public override init() {}
}

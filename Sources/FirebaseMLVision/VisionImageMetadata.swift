public import Foundation

/// What a ``VisionImage`` says about its pixels.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVisionImageMetadata)
#endif
open class VisionImageMetadata: NSObject {
    /// Where the first row and column are in the image; `.topLeft`, upright, by default.
    open var orientation = VisionDetectorImageOrientation.topLeft

    /// Makes the defaults.
    public override init() {}
}

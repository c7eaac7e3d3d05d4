public import Foundation

/// A point in a picture, in pixels of the original.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVisionPoint)
#endif
open class VisionPoint: NSObject,
    @unchecked Sendable  // an open class; every stored property is a constant
{
    /// From the left.
    public let x: NSNumber
    /// From the top.
    public let y: NSNumber
    /// Towards the camera; `nil` in a flat picture.
    public let z: NSNumber?

    package init(x: NSNumber, y: NSNumber, z: NSNumber? = nil) {
        self.x = x
        self.y = y
        self.z = z
    }
}

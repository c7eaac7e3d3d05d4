public import Foundation

/// A point in an image, in pixels of the stored image.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVisionPoint)
#endif
public final class VisionPoint: NSObject, Sendable {
    /// The distance from the left edge.
    public let x: NSNumber
    /// The distance from the top edge.
    public let y: NSNumber
    /// The distance towards the camera; `nil` for a point in a plane.
    public let z: NSNumber?

    package init(x: NSNumber, y: NSNumber, z: NSNumber? = nil) {
        self.x = x
        self.y = y
        self.z = z
    }
}

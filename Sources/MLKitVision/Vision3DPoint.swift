public import Foundation

/// A point in space; not used by object detection.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKVision3DPoint)
#endif
open class Vision3DPoint: VisionPoint,
    @unchecked Sendable  // an open class; it adds no stored property
{
    /// The distance towards the camera.
    public let z: CGFloat

    package init(x: CGFloat, y: CGFloat, z: CGFloat) {
        self.z = z
        super.init(x: x, y: y)
    }
}

public import Foundation

/// A point in an image, in pixels of the original.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKVisionPoint)
#endif
open class VisionPoint: NSObject,
    @unchecked Sendable  // an open class; every stored property is a constant
{
    /// The distance from the left edge.
    public let x: CGFloat
    /// The distance from the top edge.
    public let y: CGFloat

    package init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }
}

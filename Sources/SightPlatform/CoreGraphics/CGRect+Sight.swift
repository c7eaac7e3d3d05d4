package import SightGeometry

#if canImport(Darwin)
    import CoreGraphics
#else
    package import Foundation
#endif

extension CGRect {
    /// Makes the same rectangle in double precision.
    package init<Space>(_ rect: SightGeometry.Rect<Space>) {
        self.init(
            x: CGFloat(rect.x), y: CGFloat(rect.y), width: CGFloat(rect.width),
            height: CGFloat(rect.height))
    }
}

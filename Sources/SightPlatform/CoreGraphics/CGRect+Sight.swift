package import Foundation
package import SightGeometry

extension CGRect {
    /// The same rectangle in double precision.
    package init<Space>(_ rect: Rect<Space>) {
        self.init(
            x: CGFloat(rect.x), y: CGFloat(rect.y), width: CGFloat(rect.width),
            height: CGFloat(rect.height))
    }
}

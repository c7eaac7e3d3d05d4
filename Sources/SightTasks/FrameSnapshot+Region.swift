import Foundation
import Sight
import SightDropIn
import SightGeometry
import SightPlatform

extension FrameSnapshot {
    /// Converts a region of the stored image to upright pixels.
    ///
    /// The result names its module, because Foundation has a type `Rect` on Apple's platforms.
    func upright(_ region: CGRect?) -> SightGeometry.Rect<Upright>? {
        region.map { rect in
            image.orientation.upright(
                Rect<Source>(
                    x: Float(rect.minX), y: Float(rect.minY), width: Float(rect.width),
                    height: Float(rect.height)), sourceSize: image.sourceSize)
        }
    }
}

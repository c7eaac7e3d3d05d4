import Foundation
import Sight
import SightGeometry

extension FrameSnapshot {
    /// A part of the stored image, in pixels, as it is when the image stands upright.
    func upright(_ region: CGRect?) -> Rect<Upright>? {
        region.map { rect in
            image.orientation.upright(
                Rect<Source>(
                    x: Float(rect.minX), y: Float(rect.minY), width: Float(rect.width),
                    height: Float(rect.height)), sourceSize: image.sourceSize)
        }
    }
}

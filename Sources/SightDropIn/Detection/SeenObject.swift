package import Foundation
package import Sight
import SightGeometry
import SightPlatform

/// An object and the size of its image.
package struct SeenObject: Sendable {
    /// The object.
    package let object: Sight.Object
    private let size: Upright.Size

    init(_ object: Sight.Object, in frame: FrameSnapshot) {
        self.object = object
        size = frame.image.uprightSize
    }

    /// The box in fractions of the width and height of the upright image, in 0…1.
    package var normalizedFrame: CGRect {
        let box = object.uprightBox
        return CGRect(
            x: CGFloat(box.x / size.width), y: CGFloat(box.y / size.height),
            width: CGFloat(box.width / size.width), height: CGFloat(box.height / size.height))
    }
}

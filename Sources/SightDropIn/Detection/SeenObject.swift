package import Foundation
package import Sight
import SightGeometry
import SightPlatform

/// An object and the size of its image.
package struct SeenObject: Sendable {
    /// The object.
    package let object: Sight.Object
    private let size: Upright.Size
    private let storedSize: Source.Size

    init(_ object: Sight.Object, in frame: FrameSnapshot) {
        self.object = object
        size = frame.image.uprightSize
        storedSize = frame.image.sourceSize
    }

    /// The box in fractions of the width and height of the upright image, in 0…1.
    package var normalizedFrame: CGRect { Self.fractions(object.uprightBox, of: size) }

    /// The box in fractions of the width and height of the image as stored, in 0…1.
    package var normalizedStoredFrame: CGRect { Self.fractions(object.box, of: storedSize) }

    /// Returns the box in a view that shows the upright image with aspect fill.
    ///
    /// The image keeps its aspect ratio and has the center of the view; what extends beyond the
    /// view is not seen.
    ///
    /// - Parameters:
    ///   - view: the size of the view.
    ///   - isMirrored: whether the view exchanges left and right.
    /// - Returns: the box in units of the view, from its top-left corner; not cut at its edges.
    package func frame(inViewOfSize view: CGSize, isMirrored: Bool) -> CGRect {
        let (width, height) = (CGFloat(size.width), CGFloat(size.height))
        let scale = max(view.width / width, view.height / height)
        let box = CGRect(object.uprightBox)
        let x = (view.width - width * scale) / 2 + box.minX * scale
        return CGRect(
            x: isMirrored ? view.width - x - box.width * scale : x,
            y: (view.height - height * scale) / 2 + box.minY * scale,
            width: box.width * scale, height: box.height * scale)
    }

    private static func fractions<Space>(
        _ box: SightGeometry.Rect<Space>, of size: SightGeometry.Size<Space>
    ) -> CGRect {
        CGRect(
            x: CGFloat(box.x / size.width), y: CGFloat(box.y / size.height),
            width: CGFloat(box.width / size.width), height: CGFloat(box.height / size.height))
    }
}

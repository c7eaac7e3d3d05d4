import CoreGraphics
import Sight
import SightPlatform

/// Converts boxes of an image to a view that shows the image scaled to fill.
struct OverlayGeometry {
    /// The size of the upright image, in pixels.
    let image: CGSize
    /// The size of the view, in points.
    let view: CGSize

    /// The rectangle of an object in the view; box, image and view are upright.
    func rect(_ object: Sight.Object) -> CGRect {
        let scale = max(view.width / image.width, view.height / image.height)
        let left = (view.width - image.width * scale) / 2
        let top = (view.height - image.height * scale) / 2
        let box = object.uprightBox
        return CGRect(
            x: left + CGFloat(box.x) * scale, y: top + CGFloat(box.y) * scale,
            width: CGFloat(box.width) * scale, height: CGFloat(box.height) * scale)
    }

    /// The best label with its score, or the number of the object.
    static func caption(_ object: Sight.Object) -> String {
        let number = object.trackingID.map { "#\($0)" } ?? ""
        guard let label = object.labels.first else { return number }
        let name = label.text.isEmpty ? "\(label.index)" : label.text
        return "\(number) \(name) \(Int(100 * label.score)) %"
    }
}

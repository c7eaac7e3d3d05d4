import CoreGraphics

/// Converts boxes of an image to a view that shows the image scaled to fill.
struct OverlayGeometry {
    /// The size of the upright image, in pixels.
    let image: CGSize
    /// The size of the view, in points.
    let view: CGSize

    /// The rectangle of a box in the view; box, image and view are upright.
    func rect(_ box: CGRect) -> CGRect {
        let scale = max(view.width / image.width, view.height / image.height)
        let left = (view.width - image.width * scale) / 2
        let top = (view.height - image.height * scale) / 2
        return CGRect(
            x: left + box.minX * scale, y: top + box.minY * scale,
            width: box.width * scale, height: box.height * scale)
    }
}

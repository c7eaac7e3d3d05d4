package import SightGeometry

/// One annotated object of an image.
package struct ReferenceBox: Hashable, Sendable {
    /// The box, in upright pixels.
    package let box: Rect<Upright>
    /// Whether the object counts neither as missed nor as found: crowds, and objects that
    /// annotators mark as difficult.
    package let isIgnored: Bool

    /// Makes an annotated object.
    package init(box: Rect<Upright>, isIgnored: Bool = false) {
        self.box = box
        self.isIgnored = isIgnored
    }

    /// The overlap of a found box with this one, in 0…1.
    ///
    /// This is the IoU; for ignored boxes, which may contain many objects, it is the share of the
    /// found box that lies inside.
    func overlap(_ found: Rect<Upright>) -> Double {
        let width = min(Double(box.maxX), Double(found.maxX)) - max(Double(box.x), Double(found.x))
        let height = min(Double(box.maxY), Double(found.maxY)) - max(Double(box.y), Double(found.y))
        guard width > 0, height > 0 else { return 0 }
        let shared = width * height
        let foundArea = Double(found.width) * Double(found.height)
        let area = Double(box.width) * Double(box.height)
        return shared / (isIgnored ? foundArea : area + foundArea - shared)
    }
}

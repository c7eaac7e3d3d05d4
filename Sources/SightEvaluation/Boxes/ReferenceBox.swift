package import SightGeometry

/// One annotated object of an image.
package struct ReferenceBox: Hashable, Sendable {
    /// Where, in upright pixels.
    package let box: Rect<Upright>
    /// Neither to be found nor wrong when found: crowds, objects that annotators call difficult.
    package let isIgnored: Bool

    /// Makes an annotated object.
    package init(box: Rect<Upright>, isIgnored: Bool = false) {
        self.box = box
        self.isIgnored = isIgnored
    }

    /// How well a found box covers this one, in 0…1.
    ///
    /// Intersection over union; for ignored boxes, which may hold many objects, the found box's
    /// own area stands for the union.
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

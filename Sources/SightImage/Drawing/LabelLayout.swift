package import SightGeometry

/// Finds places for labels: near their boxes, inside the image and without overlaps.
package struct LabelLayout {
    private let bounds: Rect<Upright>
    private var taken: [Rect<Upright>] = []

    /// Creates a layout without labels.
    package init(bounds: Rect<Upright>) { self.bounds = bounds }

    /// Returns the place of the next label; the labels before it do not move.
    ///
    /// The label goes above the box if there is room, otherwise inside its top, below it, inside
    /// its bottom, and so on down the box. If every place is taken, it goes where it overlaps
    /// least.
    package mutating func place(_ size: Size<Upright>, for box: Rect<Upright>) -> Rect<Upright> {
        var best = inside(Rect(x: box.minX, y: box.minY, width: size.width, height: size.height))
        var least = Float.infinity
        for candidate in candidates(size, box) {
            let label = inside(candidate)
            let overlap = taken.reduce(Float(0)) { $0 + $1.intersection(label).area }
            if overlap < least { (best, least) = (label, overlap) }
            if overlap == 0 { break }
        }
        taken.append(best)
        return best
    }

    private func candidates(_ size: Size<Upright>, _ box: Rect<Upright>) -> [Rect<Upright>] {
        let right = box.maxX - size.width
        var corners = [
            (box.minX, box.minY - size.height), (box.minX, box.minY), (box.minX, box.maxY),
            (box.minX, box.maxY - size.height), (right, box.minY - size.height),
            (right, box.minY), (right, box.maxY), (right, box.maxY - size.height),
            (box.maxX, box.minY), (box.minX - size.width, box.minY),
        ]
        for step in 1..<12 {
            let shift = Float(step) * size.height
            corners.append((box.minX, box.minY + shift))
            corners.append((box.minX, box.minY - size.height - shift))
        }
        let places = corners.map {
            Rect<Upright>(x: $0, y: $1, width: size.width, height: size.height)
        }
        // A label that would lie above or below the image must be moved inside, where it hides the
        // box; the layout tries such places last.
        return places.filter(isInside) + places.filter { !isInside($0) }
    }

    private func isInside(_ rect: Rect<Upright>) -> Bool {
        rect.minY >= bounds.minY && rect.maxY <= bounds.maxY
    }

    /// Moves the rectangle into the image; if it is too large, its top-left corner stays inside.
    private func inside(_ rect: Rect<Upright>) -> Rect<Upright> {
        Rect(
            x: max(min(rect.x, bounds.maxX - rect.width), bounds.minX),
            y: max(min(rect.y, bounds.maxY - rect.height), bounds.minY),
            width: rect.width, height: rect.height)
    }
}

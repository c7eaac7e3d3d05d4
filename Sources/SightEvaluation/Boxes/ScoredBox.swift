package import SightGeometry

/// One box that a detector found in an image.
package struct ScoredBox: Hashable, Sendable {
    /// The box, in upright pixels.
    package let box: Rect<Upright>
    /// The score, usually in 0…1.
    package let score: Float

    /// Makes a found box.
    package init(box: Rect<Upright>, score: Float) {
        self.box = box
        self.score = score
    }
}

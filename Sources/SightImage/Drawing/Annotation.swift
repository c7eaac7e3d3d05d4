public import SightGeometry

/// One box to draw, with its text.
public struct Annotation: Hashable, Sendable {
    /// The box in pixels of the upright picture; parts beyond the picture are not drawn.
    public var rect: Rect<Upright>
    /// What the label says; no label when empty.
    public var text: String
    /// Chooses the colour, see ``PixelColor/ofClass(_:)``.
    public var colorIndex: Int
    /// Where the object has been, oldest first, in upright pixels; drawn as a fading line.
    public var trail: [Point<Upright>]

    /// Makes an annotation.
    public init(
        rect: Rect<Upright>, text: String, colorIndex: Int = 0, trail: [Point<Upright>] = []
    ) {
        self.rect = rect
        self.text = text
        self.colorIndex = colorIndex
        self.trail = trail
    }
}

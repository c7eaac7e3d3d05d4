public import SightGeometry

/// A box to draw on an image, with its label and the path of its object.
public struct Annotation: Hashable, Sendable {
    /// The box in upright pixels; parts beyond the image are not drawn.
    public var rect: Rect<Upright>
    /// The text of the label; an empty text draws no label.
    public var text: String
    /// The index of the color, see ``PixelColor/ofClass(_:)``.
    public var colorIndex: Int
    /// Earlier positions of the object in upright pixels, oldest first; drawn as a line that fades.
    public var trail: [Point<Upright>]
    /// Points of the object in upright pixels; drawn as dots.
    public var points: [Point<Upright>]

    /// Creates an annotation.
    public init(
        rect: Rect<Upright>, text: String, colorIndex: Int = 0, trail: [Point<Upright>] = [],
        points: [Point<Upright>] = []
    ) {
        self.rect = rect
        self.text = text
        self.colorIndex = colorIndex
        self.trail = trail
        self.points = points
    }
}

/// A position in one space: x runs to the right and y runs down, from the top-left corner.
///
/// The unit is a pixel, except in ``Normalized``.
public struct Point<Space: CoordinateSpace>: Hashable, Sendable {
    /// Distance from the left edge of the space.
    public var x: Float
    /// Distance from the top edge of the space.
    public var y: Float

    /// Makes a point from its two coordinates.
    public init(x: Float, y: Float) {
        self.x = x
        self.y = y
    }
}

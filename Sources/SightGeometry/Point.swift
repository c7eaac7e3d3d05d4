/// A position: x to the right, y down, from the left top corner of the space.
public struct Point<Space: CoordinateSpace>: Hashable, Sendable {
    /// Distance from the left edge.
    public var x: Float
    /// Distance from the top edge.
    public var y: Float

    /// Makes a point from its two coordinates.
    public init(x: Float, y: Float) {
        self.x = x
        self.y = y
    }
}

/// A width and a height in one space; in pixels, except in ``Normalized``.
public struct Size<Space: CoordinateSpace>: Hashable, Sendable {
    /// Extent along x; not negative for an image.
    public var width: Float
    /// Extent along y; not negative for an image.
    public var height: Float

    /// Makes a size from its two extents.
    public init(width: Float, height: Float) {
        self.width = width
        self.height = height
    }

    /// Width × height.
    public var area: Float { width * height }
}

/// An axis-aligned rectangle in one space: the position of its top-left corner, and its size.
///
/// The unit is a pixel, except in ``Normalized``. Coordinates may be fractions of a pixel. The left
/// and the top edge belong to the rectangle; the right and the bottom edge do not.
public struct Rect<Space: CoordinateSpace>: Hashable, Sendable {
    /// Left edge.
    public var x: Float
    /// Top edge.
    public var y: Float
    /// Extent along x.
    public var width: Float
    /// Extent along y.
    public var height: Float

    /// Makes a rectangle from its top-left corner and its size.
    public init(x: Float, y: Float, width: Float, height: Float) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Makes a rectangle from its four edges.
    public init(minX: Float, minY: Float, maxX: Float, maxY: Float) {
        self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    }

    /// The rectangle that covers a whole space of the given size.
    public init(_ size: Size<Space>) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// Left edge.
    public var minX: Float { x }
    /// Top edge.
    public var minY: Float { y }
    /// Right edge, which does not belong to the rectangle.
    public var maxX: Float { x + width }
    /// Bottom edge, which does not belong to the rectangle.
    public var maxY: Float { y + height }
    /// Middle of the rectangle.
    public var center: Point<Space> { Point(x: x + width / 2, y: y + height / 2) }
    /// Width and height.
    public var size: Size<Space> { Size(width: width, height: height) }
    /// Width × height; 0 for an empty or inverted rectangle.
    public var area: Float { isEmpty ? 0 : width * height }
    /// Whether the width or the height is 0, negative or NaN.
    public var isEmpty: Bool { !(width > 0 && height > 0) }
    /// Whether all four numbers are finite.
    public var isFinite: Bool {
        x.isFinite && y.isFinite && width.isFinite && height.isFinite
    }

    /// The part that both rectangles cover; an empty rectangle if there is none.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        return Rect(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top))
    }

    /// A rectangle with the same middle, whose width and height are multiplied by a factor.
    public func scaled(by factor: Float) -> Rect {
        guard factor != 1 else { return self }
        let (width, height) = (width * factor, height * factor)
        return Rect(
            x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    }

    /// The rectangle with every edge moved into `0…width × 0…height`.
    public func clamped(to size: Size<Space>) -> Rect {
        let left = min(max(minX, 0), size.width)
        let top = min(max(minY, 0), size.height)
        let right = min(max(maxX, 0), size.width)
        let bottom = min(max(maxY, 0), size.height)
        return Rect(minX: left, minY: top, maxX: max(left, right), maxY: max(top, bottom))
    }

    /// The shared area of two rectangles divided by the area that they cover together, in 0…1.
    ///
    /// The result is 0 if either rectangle is empty.
    ///
    /// - Source: Jaccard index as in TensorFlow Lite's `DetectionPostprocess`, where areas ≤ 0 give
    ///   0.
    public func intersectionOverUnion(_ other: Rect) -> Float {
        guard !isEmpty, !other.isEmpty else { return 0 }
        let shared = intersection(other).area
        let union = area + other.area - shared
        return union > 0 ? min(1, shared / union) : 0
    }
}

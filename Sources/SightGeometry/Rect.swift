/// An axis-aligned rectangle: left top corner and size, half-open on the right and bottom.
///
/// Pixels, except in ``Normalized``. Fractions of a pixel are kept.
public struct Rect<Space: CoordinateSpace>: Hashable, Sendable {
    /// Left edge.
    public var x: Float
    /// Top edge.
    public var y: Float
    /// Extent along x.
    public var width: Float
    /// Extent along y.
    public var height: Float

    /// Makes a rectangle from its left top corner and its size.
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
    /// Right edge, outside the half-open rectangle.
    public var maxX: Float { x + width }
    /// Bottom edge, outside the half-open rectangle.
    public var maxY: Float { y + height }
    /// Middle of the rectangle.
    public var center: Point<Space> { Point(x: x + width / 2, y: y + height / 2) }
    /// Width and height.
    public var size: Size<Space> { Size(width: width, height: height) }
    /// Width × height; 0 for an empty or inverted rectangle.
    public var area: Float { isEmpty ? 0 : width * height }
    /// Whether the rectangle holds no point; NaN counts as empty.
    public var isEmpty: Bool { !(width > 0 && height > 0) }
    /// Whether all four numbers are finite.
    public var isFinite: Bool {
        x.isFinite && y.isFinite && width.isFinite && height.isFinite
    }

    /// The part shared with another rectangle; empty, with zero size, when there is none.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        return Rect(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top))
    }

    /// The rectangle with both sides multiplied, around the same middle.
    public func scaled(by factor: Float) -> Rect {
        guard factor != 1 else { return self }
        let (width, height) = (width * factor, height * factor)
        return Rect(
            x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    }

    /// The rectangle with every edge moved inside `0…width × 0…height`.
    public func clamped(to size: Size<Space>) -> Rect {
        let left = min(max(minX, 0), size.width)
        let top = min(max(minY, 0), size.height)
        let right = min(max(maxX, 0), size.width)
        let bottom = min(max(maxY, 0), size.height)
        return Rect(minX: left, minY: top, maxX: max(left, right), maxY: max(top, bottom))
    }

    /// Intersection over union, in 0…1; 0 when either rectangle is empty.
    ///
    /// - Source: Jaccard index as in TFLite `DetectionPostprocess` (areas ≤ 0 give 0).
    public func intersectionOverUnion(_ other: Rect) -> Float {
        guard !isEmpty, !other.isEmpty else { return 0 }
        let shared = intersection(other).area
        let union = area + other.area - shared
        return union > 0 ? min(1, shared / union) : 0
    }
}

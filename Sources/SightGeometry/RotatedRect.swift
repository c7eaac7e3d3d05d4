import Foundation

/// A rectangle in one space that is turned around its middle.
///
/// The unit of the middle and the size is a pixel, except in ``Normalized``, where a turn has no
/// meaning unless the image is square. The angle is in radians and clockwise as seen, because y
/// runs down: at π/2, the top edge of the rectangle is on the right.
public struct RotatedRect<Space: CoordinateSpace>: Hashable, Sendable {
    /// The middle, around which the rectangle is turned.
    public var center: Point<Space>
    /// The width and the height before the turn.
    public var size: Size<Space>
    /// The clockwise angle of the turn in radians.
    public var angle: Float

    /// Makes a rectangle from its middle, its size before the turn, and the clockwise angle of the
    /// turn in radians.
    public init(center: Point<Space>, size: Size<Space>, angle: Float = 0) {
        self.center = center
        self.size = size
        self.angle = angle
    }

    /// Makes the same area as a rectangle without a turn.
    public init(_ rect: Rect<Space>) {
        self.init(center: rect.center, size: rect.size)
    }

    /// The rectangle before its turn: it has the same middle and the same size.
    public var unrotated: Rect<Space> {
        Rect(
            x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
            height: size.height)
    }

    /// The top-left, top-right, bottom-right and bottom-left corner of the rectangle before its
    /// turn, at their places after it.
    public var corners: [Point<Space>] {
        let rect = unrotated
        return [
            Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
            Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
        ].map(rotated)
    }

    /// Whether the width or the height is 0, negative or NaN.
    public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

    /// Whether all five numbers are finite.
    public var isFinite: Bool {
        center.x.isFinite && center.y.isFinite && size.width.isFinite && size.height.isFinite
            && angle.isFinite
    }

    /// Turns a point of ``unrotated`` around the middle; an angle of 0 does not change it.
    public func rotated(_ point: Point<Space>) -> Point<Space> { turned(point, to: direction) }

    /// Turns a point back around the middle; the inverse of ``rotated(_:)``.
    public func unrotated(_ point: Point<Space>) -> Point<Space> {
        turned(point, to: SIMD2(direction.x, -direction.y))
    }

    /// Enlarges the rectangle to the proportions of a size.
    ///
    /// - Parameter proportions: a width and a height above 0, in any space.
    /// - Returns: the smallest such rectangle with the same middle and the same turn that covers
    ///   this one.
    public func enlarged<Other>(toProportionsOf proportions: Size<Other>) -> RotatedRect {
        let ratio = proportions.width / proportions.height
        return RotatedRect(
            center: center,
            size: Size(
                width: max(size.width, size.height * ratio),
                height: max(size.height, size.width / ratio)), angle: angle)
    }

    /// The cosine and the sine of the angle: the direction of the turned top edge.
    package var direction: SIMD2<Double> { SIMD2(cos(Double(angle)), sin(Double(angle))) }

    /// Turns a point around the middle, to a top edge with a direction.
    private func turned(_ point: Point<Space>, to direction: SIMD2<Double>) -> Point<Space> {
        guard angle != 0 else { return point }
        let (x, y) = (Double(point.x - center.x), Double(point.y - center.y))
        return Point(
            x: center.x + Float(x * direction.x - y * direction.y),
            y: center.y + Float(x * direction.y + y * direction.x))
    }
}

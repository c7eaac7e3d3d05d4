public import SightGeometry

/// An upright RGB picture to draw on.
///
/// Shapes are antialiased and cut off at the edges. Coordinates that are not finite draw nothing.
public struct Canvas: Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Red, green, blue; rows without gaps.
    private var bytes: [UInt8]

    /// Starts with a picture turned upright; the picture itself is not changed.
    ///
    /// - Throws: `tooLarge`.
    public init(
        _ picture: ImageBuffer, orientation: Orientation = .up
    ) throws(ImageError) {
        let upright = try picture.upright(orientation)
        (width, height) = (upright.width, upright.height)
        bytes = upright.planes[0].bytes
    }

    /// The picture as it is now, in `rgb8`.
    public var picture: ImageBuffer {
        ImageBuffer(filledWidth: width, height: height, rgb: bytes)
    }

    /// The whole canvas.
    public var bounds: Rect<Upright> { Rect(Size(width: Float(width), height: Float(height))) }

    /// Mixes a colour into every pixel of an area, by the share that `coverage` gives.
    ///
    /// - Parameters:
    ///   - area: what to visit, in pixels.
    ///   - color: the colour.
    ///   - alpha: opacity in 0…1.
    ///   - coverage: share of the pixel around a centre (x, y) that is covered; any number, taken
    ///     as 0…1.
    mutating func paint(
        _ area: Rect<Upright>, _ color: PixelColor, alpha: Float,
        coverage: (_ x: Float, _ y: Float) -> Float
    ) {
        guard area.isFinite else { return }
        let columns = Self.pixels(area.minX, area.maxX, limit: width)
        for y in Self.pixels(area.minY, area.maxY, limit: height) {
            for x in columns {
                let share = coverage(Float(x) + 0.5, Float(y) + 0.5)
                guard share > 0 else { continue }
                mix(x, y, color, min(share, 1) * alpha)
            }
        }
    }

    /// Whole pixels that an interval touches.
    private static func pixels(_ low: Float, _ high: Float, limit: Int) -> Range<Int> {
        let first = min(max(low.rounded(.down), 0), Float(limit))
        let end = min(max(high.rounded(.up), first), Float(limit))
        return Int(first)..<Int(end)
    }

    private mutating func mix(_ x: Int, _ y: Int, _ color: PixelColor, _ alpha: Float) {
        let offset = (y * width + x) * 3
        // Opacity in 256ths; all of them replace the old colour exactly.
        let share = Int(min(max(alpha, 0), 1) * 256)
        func mixed(_ old: UInt8, _ new: UInt8) -> UInt8 {
            UInt8(truncatingIfNeeded: (Int(old) * (256 - share) + Int(new) * share + 128) >> 8)
        }
        bytes[offset] = mixed(bytes[offset], color.red)
        bytes[offset + 1] = mixed(bytes[offset + 1], color.green)
        bytes[offset + 2] = mixed(bytes[offset + 2], color.blue)
    }
}

import SightGeometry

/// The stored pixels from which the pixels of a turned region are mixed.
///
/// The map from the destination to the stored image is affine, so a row of the destination crosses
/// rows and columns of the image. All offsets are in bytes.
struct RotatedTaps {
    /// The position of the destination's first pixel, in stored pixels: 0 is the center of the
    /// first pixel.
    private let origin: SIMD2<Double>
    /// The steps in stored pixels for one pixel to the right and for one row down.
    private let right, down: SIMD2<Double>
    private let columns, rows: AxisTaps.Layout

    /// Plans the taps for a region of the upright image.
    ///
    /// - Parameters:
    ///   - region: the part in upright pixels of the source.
    ///   - buffer: the stored image, which may have fewer pixels than the source if a photo was
    ///     decoded at a reduced scale.
    ///   - orientation: the turn that makes the stored image upright.
    ///   - source: the size of the source in stored pixels.
    ///   - size: the number of pixels of the destination.
    init(
        _ region: RotatedRect<Upright>, of buffer: ImageBuffer, orientation: Orientation,
        source: Size<Source>, size: (width: Int, height: Int)
    ) {
        // The steps and the center of the first pixel of the destination in upright pixels.
        let direction = region.direction
        let across = direction * (Double(region.size.width) / Double(size.width))
        let along =
            SIMD2(-direction.y, direction.x) * (Double(region.size.height) / Double(size.height))
        let first =
            SIMD2(Double(region.center.x), Double(region.center.y))
            - across * (Double(size.width - 1) / 2) - along * (Double(size.height - 1) / 2)
        let upright = orientation.upright(source)
        let extent = SIMD2(Double(upright.width), Double(upright.height))
        let reduction = SIMD2(
            Double(buffer.width) / Double(source.width),
            Double(buffer.height) / Double(source.height))
        func stored(_ point: SIMD2<Double>) -> SIMD2<Double> {
            let x = orientation.flipsX ? extent.x - point.x : point.x
            let y = orientation.flipsY ? extent.y - point.y : point.y
            return (orientation.swapsAxes ? SIMD2(y, x) : SIMD2(x, y)) * reduction
        }
        let start = stored(first)
        origin = start - 0.5
        right = stored(first + across) - start
        down = stored(first + along) - start
        columns = SamplingPlan.layout(of: buffer, alongRows: true)
        rows = SamplingPlan.layout(of: buffer, alongRows: false)
    }

    /// Returns the taps of one destination row.
    ///
    /// Positions beyond the image are moved to its edge.
    func row(_ y: Int, count: Int) -> (columns: AxisTaps, rows: AxisTaps) {
        let start = origin + down * Double(y)
        let positions = (0..<count).map { start + right * Double($0) }
        return (
            AxisTaps(positions: positions.map(\.x), layout: columns),
            AxisTaps(positions: positions.map(\.y), layout: rows)
        )
    }
}

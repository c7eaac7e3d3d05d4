import SightGeometry

/// The source positions of every destination pixel of one pass.
///
/// Sampling is bilinear with four taps. A destination pixel that covers several pixels of the image
/// is the mean of several samples, which lie in it at equal distances: see
/// ``AxisMap/samples(over:)``. A position beyond the image takes the pixel at its edge. A crop also
/// reads pixels beyond its own border, where the image continues.
struct SamplingPlan {
    /// The destination columns that show the image; the others are padding.
    let columns: Range<Int>
    /// The destination rows that show the image; the others are padding.
    let rows: Range<Int>
    /// The width of the destination.
    let width: Int
    /// The height of the destination.
    let height: Int
    /// The number of samples along both axes of a destination pixel.
    let samples: (across: Int, down: Int)
    /// The taps `[samples.across, columns]`: the first sample of every column, then the second one.
    let columnTaps: AxisTaps
    /// The taps `[samples.down, rows]`.
    let rowTaps: AxisTaps

    /// The largest side of a destination.
    static let maximumSide = 1 << 20

    /// Plans a pass.
    ///
    /// - Throws: `invalidDimensions` for sizes that are not whole, finite and positive, or a
    ///   region that is empty or not finite.
    init(
        buffer: ImageBuffer, transform: ImageTransform, sampling: InputEncoding.Sampling
    ) throws(ImageError) {
        guard
            let width = Int(exactly: transform.inputSize.width), (1...Self.maximumSide) ~= width,
            let height = Int(exactly: transform.inputSize.height), (1...Self.maximumSide) ~= height
        else {
            throw ImageError(
                .invalidDimensions,
                "input of \(transform.inputSize.width)×\(transform.inputSize.height) pixels")
        }
        guard transform.region.isFinite, !transform.region.isEmpty, transform.content.isFinite,
            !transform.content.isEmpty
        else {
            throw ImageError(.invalidDimensions, "nothing to see in \(transform.region)")
        }
        let source = transform.sourceSize
        guard source.width.isFinite, source.height.isFinite, source.width > 0, source.height > 0
        else {
            throw ImageError(
                .invalidDimensions, "source of \(source.width)×\(source.height) pixels")
        }
        self.width = width
        self.height = height
        let x = AxisMap(transform: transform, axis: .x, sampling: sampling)
        let y = AxisMap(transform: transform, axis: .y, sampling: sampling)
        columns = x.shown(of: width)
        rows = y.shown(of: height)
        let across = Self.layout(of: buffer, alongRows: true)
        let down = Self.layout(of: buffer, alongRows: false)
        let swapped = transform.orientation.swapsAxes
        let (ofColumns, ofRows) = swapped ? (down, across) : (across, down)
        samples = (x.samples(over: ofColumns.extent), y.samples(over: ofRows.extent))
        columnTaps = x.taps(columns, samples: samples.across, ofColumns)
        rowTaps = y.taps(rows, samples: samples.down, ofRows)
    }

    /// Returns the layout of the stored axis along the rows, or of the one across them.
    static func layout(of buffer: ImageBuffer, alongRows: Bool) -> AxisTaps.Layout {
        let hasChroma = buffer.planes.count > 1
        return alongRows
            ? AxisTaps.Layout(
                extent: buffer.width, step: buffer.format.bytesPerPixel,
                chromaStep: buffer.format.chromaStep)
            : AxisTaps.Layout(
                extent: buffer.height, step: buffer.planes[0].rowBytes,
                chromaStep: hasChroma ? buffer.planes[1].rowBytes : 0)
    }
}

public import SightGeometry

extension ImageBuffer {
    /// Cuts a turned part out of the image and turns it upright, as RGB without gaps between rows.
    ///
    /// Each pixel is mixed bilinearly from the four nearest pixels, without antialiasing. Places
    /// beyond the image take the color of the nearest pixel at its edge.
    ///
    /// - Parameters:
    ///   - orientation: the turn that makes the stored image upright.
    ///   - region: the part in upright pixels of the source, which may be fractions or reach beyond
    ///     the image.
    ///   - sourceSize: the size of the source in stored pixels, if the image was decoded at a
    ///     reduced scale; that of this image when `nil`.
    ///   - size: size of the result in pixels; the result is stretched if its proportions are not
    ///     those of the region.
    /// - Returns: an image in `rgb8`.
    /// - Throws: `invalidDimensions` for an empty part or size, `tooLarge`, `unreadable` if the
    ///   memory of a camera's frame is no longer available.
    /// - Source: the border mode "replicate", which MediaPipe's `ImageToTensorCalculator` has by
    ///   default.
    public func upright(
        _ orientation: Orientation, region: RotatedRect<Upright>, sourceSize: Size<Source>? = nil,
        size: (width: Int, height: Int)
    ) throws(ImageError) -> ImageBuffer {
        try Self.checkRGB(size)
        guard region.isFinite, !region.isEmpty else {
            throw ImageError(.invalidDimensions, "nothing to see in \(region)")
        }
        let source = sourceSize ?? self.size
        guard source.width.isFinite, source.height.isFinite, source.width > 0, source.height > 0
        else {
            throw ImageError(
                .invalidDimensions, "source of \(source.width)×\(source.height) pixels")
        }
        let taps = RotatedTaps(
            region, of: self, orientation: orientation, source: source, size: size)
        var bytes = [UInt8](repeating: 0, count: size.width * size.height * 3)
        try withPixelSource { source in
            RotatedPass(source: source, taps: taps, size: size).run(into: &bytes)
        }
        return ImageBuffer(filledWidth: size.width, height: size.height, rgb: bytes)
    }
}

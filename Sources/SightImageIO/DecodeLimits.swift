public import SightImage

/// What a decoder accepts, checked before pixels are allocated.
///
/// While it works a decoder takes up to ten bytes a pixel: the pixels, and the coefficients of a
/// progressive JPEG.
public struct DecodeLimits: Hashable, Sendable {
    /// Pixels in a row.
    public var maximumWidth: Int
    /// Rows.
    public var maximumHeight: Int
    /// Width × height of the stored picture.
    public var maximumPixels: Int
    /// Bytes of a file.
    public var maximumFileBytes: Int

    /// Makes limits; the defaults accept pictures of 100 megapixels in files of 256 MiB.
    public init(
        maximumWidth: Int = 65_535, maximumHeight: Int = 65_535,
        maximumPixels: Int = 100_000_000, maximumFileBytes: Int = 256 << 20
    ) {
        self.maximumWidth = maximumWidth
        self.maximumHeight = maximumHeight
        self.maximumPixels = maximumPixels
        self.maximumFileBytes = maximumFileBytes
    }

    /// Checks the size that a file states.
    ///
    /// - Throws: `invalidDimensions` for a side below 1, `tooLarge` above the limits.
    public func check(width: Int, height: Int) throws(ImageError) {
        guard width > 0, height > 0 else {
            throw ImageError(.invalidDimensions, "a picture of \(width)×\(height) pixels")
        }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard width <= maximumWidth, height <= maximumHeight, !overflow, pixels <= maximumPixels
        else {
            throw ImageError(
                .tooLarge,
                "\(width)×\(height) pixels, limits are \(maximumWidth)×\(maximumHeight)"
                    + " and \(maximumPixels) in all")
        }
    }
}

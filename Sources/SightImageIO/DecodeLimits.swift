public import SightImage

/// The largest images and files that a decoder accepts; checked before it allocates memory for
/// pixels.
///
/// A decoder needs up to ten bytes per pixel while it works, for the pixels and for the
/// coefficients of a progressive JPEG.
public struct DecodeLimits: Hashable, Sendable {
    /// The largest width, in pixels.
    public var maximumWidth: Int
    /// The largest height, in pixels.
    public var maximumHeight: Int
    /// The largest product of the width and the height of the stored image.
    public var maximumPixels: Int
    /// The largest size of a file, in bytes.
    public var maximumFileBytes: Int

    /// Creates limits; the defaults accept images of 100 megapixels in files of 256 MiB.
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
            throw ImageError(.invalidDimensions, "an image of \(width)×\(height) pixels")
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

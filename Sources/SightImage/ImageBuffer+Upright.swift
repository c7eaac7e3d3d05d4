public import SightGeometry

extension ImageBuffer {
    /// Turns the image or a part of it upright, as RGB without gaps between rows.
    ///
    /// If the size stays the same, pixels are copied exactly.
    ///
    /// - Parameters:
    ///   - orientation: the turn that makes the stored image upright.
    ///   - region: the part in upright pixels, which may be fractions or reach beyond the image
    ///     (pixels of the edge are repeated); the whole image when `nil`.
    ///   - size: size of the result in pixels; the rounded size of the part when `nil`.
    /// - Returns: an image in `rgb8`.
    /// - Throws: `invalidDimensions` for an empty part or size, `tooLarge`.
    public func upright(
        _ orientation: Orientation, region: Rect<Upright>? = nil,
        size: (width: Int, height: Int)? = nil
    ) throws(ImageError) -> ImageBuffer {
        let region = region ?? Rect(orientation.upright(self.size))
        let target = if let size { size } else { try Self.wholeSize(of: region) }
        try Self.checkRGB(target)
        let transform = ImageTransform(
            sourceSize: self.size, orientation: orientation, region: region,
            inputSize: Size(width: Float(target.width), height: Float(target.height)))
        var failure: ImageError?
        let count = target.width * target.height * 3
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            do throws(ImageError) {
                try encode(.raw, through: transform, into: UnsafeMutableRawBufferPointer(bytes))
                initialized = count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return ImageBuffer(filledWidth: target.width, height: target.height, rgb: bytes)
    }

    /// Cuts out a part of the stored image, as RGB; see ``upright(_:region:size:)``.
    ///
    /// - Parameter rect: the part in stored pixels.
    /// - Returns: an image in `rgb8`.
    /// - Throws: `invalidDimensions` for an empty part, `tooLarge`.
    public func crop(_ rect: Rect<Source>) throws(ImageError) -> ImageBuffer {
        try upright(.up, region: Orientation.up.upright(rect, sourceSize: size))
    }

    /// Checks the size of an RGB image before it is made.
    ///
    /// - Throws: `invalidDimensions` for a side that no image has, `tooLarge` for more than 2 GiB.
    static func checkRGB(_ size: (width: Int, height: Int)) throws(ImageError) {
        guard (1...Self.maximumSide) ~= size.width, (1...Self.maximumSide) ~= size.height else {
            throw ImageError(
                .invalidDimensions, "an image of \(size.width)×\(size.height) pixels")
        }
        guard size.width <= Int(Int32.max) / 3 / size.height else {
            throw ImageError(
                .tooLarge, "\(size.width)×\(size.height) pixels in RGB exceed 2 GiB")
        }
    }

    private static func wholeSize(
        of region: Rect<Upright>
    ) throws(ImageError) -> (width: Int, height: Int) {
        guard region.isFinite, let width = Int(exactly: region.width.rounded()),
            let height = Int(exactly: region.height.rounded())
        else {
            throw ImageError(.invalidDimensions, "nothing to see in \(region)")
        }
        return (width, height)
    }
}

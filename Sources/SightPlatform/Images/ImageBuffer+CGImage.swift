public import SightImage

#if canImport(Darwin)
    public import CoreGraphics
#endif

extension ImageBuffer {
    /// Makes an image of the pixels of a `CGImage`, as stored.
    ///
    /// - Throws: `unreadable` if the image cannot be drawn.
    public init(_ image: CGImage) throws(ImageError) {
        guard let pixels = image.pixels else {
            throw ImageError(
                .unreadable,
                "the pixels of a CGImage of \(image.width)×\(image.height) cannot be read: draw it into "
                    + "an RGB context with 8 bits per component first")
        }
        self = pixels
    }
}

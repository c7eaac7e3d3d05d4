public import SightImage

#if canImport(Darwin)
    public import CoreGraphics
#endif

extension ImageBuffer {
    /// The pixels of an image, as stored.
    ///
    /// - Throws: `unreadable` when the image cannot be drawn.
    public init(_ image: CGImage) throws(ImageError) {
        guard let pixels = image.pixels else {
            throw ImageError(
                .unreadable, "the CGImage of \(image.width)×\(image.height) pixels cannot be read")
        }
        self = pixels
    }
}

#if canImport(Darwin)
    public import CoreImage
    public import Sight
    public import SightGeometry
    public import SightImage

    extension VisionImage {
        /// Makes an image of a Core Image image, which is rendered once.
        ///
        /// - Parameters:
        ///   - image: an image with a finite extent.
        ///   - orientation: the turn that makes the pixels upright.
        ///   - context: the context that renders the image; use one for many images.
        /// - Throws: `unreadable` if the image cannot be rendered.
        public init(
            _ image: CIImage, orientation: Orientation = .up, context: CIContext = CIContext()
        ) throws(ImageError) {
            guard let pixels = context.createCGImage(image, from: image.extent) else {
                throw ImageError(
                    .unreadable,
                    "the CIImage with the extent \(image.extent) cannot be rendered: crop it to a "
                        + "finite extent")
            }
            try self.init(pixels, orientation: orientation)
        }
    }
#endif

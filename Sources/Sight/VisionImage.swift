public import SightGeometry
public import SightImage

/// An image to look at: stored pixels and how they must be turned.
///
/// A value; the pixels are shared, never copied or changed.
public struct VisionImage: Sendable {
    /// The stored pixels.
    public let buffer: ImageBuffer
    /// How the stored pixels must be turned to stand upright.
    public let orientation: Orientation
    /// The size that boxes refer to: of the image as stored in its file.
    ///
    /// Larger than the buffer when a photo was decoded at a reduced scale.
    public let sourceSize: Size<Source>

    /// Makes an image.
    ///
    /// - Parameters:
    ///   - buffer: the stored pixels.
    ///   - orientation: how they must be turned.
    ///   - sourceSize: the size that boxes refer to; the buffer's when `nil`.
    public init(
        _ buffer: ImageBuffer, orientation: Orientation = .up, sourceSize: Size<Source>? = nil
    ) {
        self.buffer = buffer
        self.orientation = orientation
        self.sourceSize = sourceSize ?? buffer.size
    }

    /// Makes an image of what a decoder returned: its pixels, orientation and full size.
    public init(_ decoded: DecodedImage) {
        self.init(
            decoded.buffer, orientation: decoded.orientation, sourceSize: decoded.sourceSize)
    }

    /// Size of the image once it stands upright.
    public var uprightSize: Size<Upright> { orientation.upright(sourceSize) }
}

public import SightGeometry
public import SightImage

/// An image to process: the stored pixels and their orientation.
///
/// It is a value; the pixels are shared, never copied or changed.
public struct VisionImage: Sendable {
    /// The stored pixels.
    public let buffer: ImageBuffer
    /// The orientation, which says how the stored pixels must be turned to stand upright.
    public let orientation: Orientation
    /// The size that boxes refer to: of the image as stored in its file.
    ///
    /// Larger than the buffer when a photo was decoded at a reduced scale.
    public let sourceSize: Size<Source>

    /// Makes an image.
    ///
    /// - Parameters:
    ///   - buffer: the stored pixels.
    ///   - orientation: the orientation of the pixels.
    ///   - sourceSize: the size that boxes refer to; the buffer's when `nil`.
    public init(
        _ buffer: ImageBuffer, orientation: Orientation = .up, sourceSize: Size<Source>? = nil
    ) {
        self.buffer = buffer
        self.orientation = orientation
        self.sourceSize = sourceSize ?? buffer.size
    }

    /// Makes an image from the result of a decoder: its pixels, orientation and full size.
    public init(_ decoded: DecodedImage) {
        self.init(
            decoded.buffer, orientation: decoded.orientation, sourceSize: decoded.sourceSize)
    }

    /// The size of the image after it has been turned upright.
    public var uprightSize: Size<Upright> { orientation.upright(sourceSize) }

    /// The sides of ``sourceSize`` as whole pixels, each in 1…`ImageBuffer.maximumSide`.
    package var sourcePixels: (width: Int, height: Int) {
        (Self.pixels(sourceSize.width), Self.pixels(sourceSize.height))
    }

    /// The sides of ``uprightSize`` as whole pixels, each in 1…`ImageBuffer.maximumSide`.
    package var uprightPixels: (width: Int, height: Int) {
        let (width, height) = sourcePixels
        return orientation.swapsAxes ? (height, width) : (width, height)
    }

    /// Converts a side that a caller chose, which may be any number.
    private static func pixels(_ side: Float) -> Int {
        side >= 1 ? Int(min(side, Float(ImageBuffer.maximumSide))) : 1
    }
}

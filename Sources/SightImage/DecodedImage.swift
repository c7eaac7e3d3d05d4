public import SightGeometry

/// A decoded image file: the stored pixels and their orientation.
public struct DecodedImage: Hashable, Sendable {
    /// The stored pixels; fewer than ``sourceSize`` if the image was decoded at a reduced size.
    public var buffer: ImageBuffer
    /// The turn that makes the stored pixels upright.
    public var orientation: Orientation
    /// The size of the stored image in pixels before the decoder reduced it.
    ///
    /// It equals the size of ``buffer`` unless the image was decoded at a smaller scale.
    public var sourceSize: Size<Source>
    /// The name of the format, such as `JPEG`.
    public var formatName: String
    /// Whether the file is cut off or damaged, so that pixels may be missing or wrong.
    ///
    /// The codecs of libjpeg-turbo and of GIF report it. They do not notice changed bits that are
    /// valid in the format and only change colors. Apple's codecs report nothing.
    public var isDamaged: Bool

    /// Creates a decoded image.
    ///
    /// - Parameters:
    ///   - buffer: the stored pixels.
    ///   - orientation: the turn that makes them upright.
    ///   - sourceSize: the full size; the size of the buffer when `nil`.
    ///   - formatName: the name of the format.
    ///   - isDamaged: whether pixels may be missing or wrong.
    public init(
        buffer: ImageBuffer, orientation: Orientation = .up, sourceSize: Size<Source>? = nil,
        formatName: String, isDamaged: Bool = false
    ) {
        self.buffer = buffer
        self.orientation = orientation
        self.sourceSize = sourceSize ?? buffer.size
        self.formatName = formatName
        self.isDamaged = isDamaged
    }
}

public import SightGeometry
public import SightImage

/// A picture out of a file: stored pixels and how they must be turned.
public struct DecodedImage: Hashable, Sendable {
    /// The pixels as stored; fewer than ``sourceSize`` when decoded at a reduced scale.
    public var buffer: ImageBuffer
    /// How the pixels must be turned to stand upright.
    public var orientation: Orientation
    /// Full size of the stored picture, whatever the scale of ``buffer``.
    public var sourceSize: Size<Source>
    /// Name of the format, such as `JPEG`.
    public var formatName: String

    /// Makes a decoded picture.
    ///
    /// - Parameters:
    ///   - buffer: the pixels as stored.
    ///   - orientation: how they must be turned.
    ///   - sourceSize: full size; that of the buffer when `nil`.
    ///   - formatName: name of the format.
    public init(
        buffer: ImageBuffer, orientation: Orientation = .up, sourceSize: Size<Source>? = nil,
        formatName: String
    ) {
        self.buffer = buffer
        self.orientation = orientation
        self.sourceSize = sourceSize ?? buffer.size
        self.formatName = formatName
    }
}

public import SightImage

/// GIF in pure Swift: the first frame, on its canvas.
///
/// Transparent pixels and canvas that the frame leaves free have alpha 0; without either the
/// result is RGB. A file that breaks off keeps the rows it has.
///
/// - Source: GIF89a specification (CompuServe, 1990).
public struct GIFCodec: ImageCodec {
    /// Makes the codec.
    public init() {}

    /// `GIF`.
    public var name: String { "GIF" }

    /// Whether the file starts with one of GIF's two version marks.
    public func recognizes(_ prefix: RawSpan) -> Bool {
        prefix.has("GIF87a", at: 0) || prefix.has("GIF89a", at: 0)
    }

    /// Decodes the first picture, see ``ImageCodec``.
    ///
    /// Always at full size.
    public func decode(
        _ bytes: RawSpan, minimumSize: Int?, limits: DecodeLimits
    ) throws(ImageError) -> DecodedImage {
        let frame = try GIFFrame(bytes, limits: limits)
        let decoder = GIFDecompressor(minimumCodeSize: frame.minimumCodeSize)
        let indices = decoder.decode(
            bytes, from: frame.dataOffset, pixelCount: frame.width * frame.height)
        guard indices.count >= frame.width else {
            throw ImageError(
                .damaged, "damaged GIF: \(indices.count) of \(frame.width * frame.height) pixels")
        }
        let picture = try frame.colored(indices)
        let buffer = try picture.placed(
            atX: frame.x, y: frame.y, onWidth: frame.canvasWidth, height: frame.canvasHeight)
        return DecodedImage(buffer: buffer, formatName: name)
    }
}

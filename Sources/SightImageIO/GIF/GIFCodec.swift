public import SightImage

/// Decodes the first frame of a GIF in Swift, placed on the GIF's canvas.
///
/// Transparent pixels, and parts of the canvas that the frame does not cover, get alpha 0; without
/// such pixels the result is RGB. From a truncated file the codec returns the rows that are there,
/// and reports it in `isDamaged`.
///
/// - Source: GIF89a specification (CompuServe, 1990).
public struct GIFCodec: ImageCodec {
    /// Makes the codec.
    public init() {}

    /// `GIF`.
    public var name: String { "GIF" }

    /// Whether the file starts with one of the two version marks of GIF.
    public func recognizes(_ prefix: RawSpan) -> Bool {
        prefix.has("GIF87a", at: 0) || prefix.has("GIF89a", at: 0)
    }

    /// Decodes the first frame, always at full size; see ``ImageCodec``.
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
        let image = try frame.colored(indices)
        let buffer = try image.placed(
            atX: frame.x, y: frame.y, onWidth: frame.canvasWidth, height: frame.canvasHeight)
        return DecodedImage(
            buffer: buffer, formatName: name,
            isDamaged: indices.count < frame.width * frame.height)
    }
}

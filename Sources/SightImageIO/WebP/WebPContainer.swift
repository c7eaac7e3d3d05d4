import SightGeometry

/// The chunks of a WebP file that the decoder of still images ignores.
///
/// - Source: WebP Container Specification (RFC 9649 §2): `VP8X`, `ANMF` and `EXIF` chunks.
struct WebPContainer {
    /// A frame of an animation.
    struct Frame {
        /// The place of the frame on the canvas.
        let x, y: Int
        /// The frame's chunks in the file, which are a still image without a container.
        let data: Range<Int>
    }

    /// The width of an animation's canvas; 0 for simple files.
    private(set) var width = 0
    /// The height of an animation's canvas; 0 for simple files.
    private(set) var height = 0
    /// The first frame, if the file is an animation.
    private(set) var firstFrame: Frame?
    /// The orientation in the `EXIF` chunk.
    private(set) var orientation: Orientation?

    /// Reads the chunks until the end or the first damage.
    init(_ bytes: RawSpan) {
        var offset = 12
        while let size = bytes.little32(at: offset + 4) {
            let start = offset + 8
            let end = min(start + size, bytes.byteCount)
            if bytes.has("VP8X", at: offset), size >= 10 {
                width = 1 + Self.little24(bytes, start + 4)
                height = 1 + Self.little24(bytes, start + 7)
            } else if bytes.has("ANMF", at: offset), firstFrame == nil, end - start > 16 {
                firstFrame = Frame(
                    x: 2 * Self.little24(bytes, start), y: 2 * Self.little24(bytes, start + 3),
                    data: start + 16..<end)
            } else if bytes.has("EXIF", at: offset), orientation == nil {
                orientation = EXIFOrientation.readSkippingPrefix(bytes, from: start, to: end)
            }
            offset = start + size + size % 2
        }
    }

    private static func little24(_ bytes: RawSpan, _ offset: Int) -> Int {
        (bytes.little16(at: offset) ?? 0) | Int(bytes.byte(at: offset + 2) ?? 0) << 16
    }
}

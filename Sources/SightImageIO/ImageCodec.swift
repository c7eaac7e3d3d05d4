public import SightImage

/// One image format: bytes and limits in, stored pixels and orientation out.
///
/// A codec never rotates, never opens files, and checks the limits before it allocates pixels.
/// It meets any bytes with a picture or an error.
public protocol ImageCodec: Sendable {
    /// The format's name as users know it, such as `JPEG`.
    var name: String { get }

    /// Whether the bytes look like this format.
    ///
    /// - Parameter prefix: the first bytes of a file, at most ``ImageDecoder/prefixLength``.
    /// - Returns: true at most for one format's signature.
    func recognizes(_ prefix: RawSpan) -> Bool

    /// Decodes the first picture.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - minimumSize: pixels that both sides must keep if the codec can cheaply decode at a
    ///     reduced scale; `nil` for the full size.
    ///   - limits: what may be decoded at all.
    /// - Returns: stored pixels and how to turn them.
    /// - Throws: `damaged`, `tooLarge`, `unsupportedFormat`.
    func decode(
        _ bytes: RawSpan, minimumSize: Int?, limits: DecodeLimits
    ) throws(ImageError) -> DecodedImage
}

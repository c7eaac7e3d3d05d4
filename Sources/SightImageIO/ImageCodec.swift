public import SightImage

/// Decodes one image format.
///
/// A codec receives bytes and limits, and returns the stored pixels with their orientation. It does
/// not rotate pixels and does not open files. It checks the limits before it allocates memory for
/// pixels. For any bytes it returns an image or throws an error. Several threads may call it at
/// once.
public protocol ImageCodec: Sendable {
    /// The name of the format as users know it, such as `JPEG`.
    var name: String { get }

    /// Whether a file has this format, judged by its first bytes.
    ///
    /// - Parameter prefix: the first bytes of the file, at most ``ImageDecoder/prefixLength``.
    /// - Returns: true only for the signature of this format.
    func recognizes(_ prefix: RawSpan) -> Bool

    /// Decodes the first image of a file.
    ///
    /// - Parameters:
    ///   - bytes: the complete file.
    ///   - minimumSize: pixels that both sides must keep if the codec can decode at a reduced size
    ///     at little cost; `nil` for the full size.
    ///   - limits: the largest images that are accepted.
    /// - Returns: the stored pixels and their orientation.
    /// - Throws: `damaged`, `tooLarge`, `unsupportedFormat`.
    func decode(
        _ bytes: RawSpan, minimumSize: Int?, limits: DecodeLimits
    ) throws(ImageError) -> DecodedImage
}

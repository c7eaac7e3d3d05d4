public import Sight
public import SightImage

extension VisionImage {
    /// Reads the image of a file, with its orientation.
    ///
    /// Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - minimumSize: pixels that both sides must keep, so that a large JPEG may be decoded at a
    ///     reduced size, which is several times faster; `nil` for the full size. Boxes are in the
    ///     pixels of the whole image in both cases.
    ///   - decoder: the decoder that reads the file.
    /// - Throws: the errors of ``ImageDecoder/decode(contentsOf:minimumSize:)``.
    public init(
        contentsOf path: String, minimumSize: Int? = nil, decoder: ImageDecoder = .default
    ) throws(ImageError) {
        self.init(try decoder.decode(contentsOf: path, minimumSize: minimumSize))
    }
}

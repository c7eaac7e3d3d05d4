import Sight
import SightImageIO

/// A decoder for the images of requests, in this process or in a child process.
protocol ImageDecoding {
    /// Decodes an image.
    ///
    /// - Parameters:
    ///   - file: a complete image file.
    ///   - minimumSize: the pixels that both sides must keep; `nil` for the full size.
    /// - Returns: the stored pixels and their orientation.
    /// - Throws: `ImageError`, ``ServeError``.
    func decode(_ file: [UInt8], minimumSize: Int?) throws -> DecodedImage
}

extension ImageDecoder: ImageDecoding {}

extension ImageDecoding {
    /// Decodes an image, and measures the time.
    func timed(_ file: [UInt8], minimumSize: Int?) throws -> MeasuredImage {
        let start = ContinuousClock.now
        let decoded = try decode(file, minimumSize: minimumSize)
        let image = VisionImage(decoded)
        let took = (ContinuousClock.now - start) / .milliseconds(1)
        Stage.record(.decode, milliseconds: took, model: "images")
        return MeasuredImage(image: image, isDamaged: decoded.isDamaged, milliseconds: took)
    }
}

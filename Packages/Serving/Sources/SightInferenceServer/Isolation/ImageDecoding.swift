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

/// A decoded image and the time that decoding took.
struct TimedImage: Sendable {
    let image: VisionImage
    /// Whether the file is cut off or damaged, so that pixels may be missing or wrong.
    let isDamaged: Bool
    let milliseconds: Double
}

extension ImageDecoding {
    /// Decodes an image, and measures the time.
    func timed(_ file: [UInt8], minimumSize: Int?) throws -> TimedImage {
        let start = ContinuousClock.now
        let decoded = try decode(file, minimumSize: minimumSize)
        let image = VisionImage(decoded)
        let took = (ContinuousClock.now - start) / .milliseconds(1)
        Stage.record(.decode, milliseconds: took, model: "images")
        return TimedImage(image: image, isDamaged: decoded.isDamaged, milliseconds: took)
    }
}

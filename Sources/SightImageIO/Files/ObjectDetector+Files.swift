public import Sight
import SightImage

extension ObjectDetector {
    /// Finds the objects of an image in a file, the most prominent first, on a compute thread.
    ///
    /// The image is decoded at the scale that the models need.
    ///
    /// - Parameters:
    ///   - path: the file, which is no pipe and no device.
    ///   - decoder: the decoder that reads the file.
    /// - Returns: the objects; their boxes are in the pixels of the whole image.
    /// - Throws: `DetectionError` with code `invalidImage` for a file that is no image or cannot
    ///   be read (the cause is the `ImageError`), `invalidModel` or `cancelled`.
    public func objects(contentsOf path: String, decoder: ImageDecoder = .default)
        async throws(DetectionError) -> [Object]
    {
        try await Compute.run { () throws(DetectionError) in
            try objects(in: image(contentsOf: path, decoder: decoder))
        }
    }

    private func image(contentsOf path: String, decoder: ImageDecoder) throws(DetectionError)
        -> VisionImage
    {
        do throws(ImageError) {
            // A pipe without a writer would keep a compute thread forever.
            return VisionImage(
                try decoder.decode(
                    contentsOf: path, minimumSize: minimumImageSize, mayWait: false))
        } catch {
            throw DetectionError(error)
        }
    }
}

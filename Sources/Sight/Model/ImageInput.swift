import SightGeometry
import SightImage
import SightInference
import SightModelFile
import SightTensor

/// The image input of a model: one tensor `[1, H, W, 3]` or `[1, H, W, 1]`.
///
/// It is a class, because types that contain it are copied often.
final class ImageInput: Sendable {
    private let tensor: TensorSpec
    private let encoding: InputEncoding
    /// Size of the input in pixels.
    let size: Size<ModelInput>

    /// Binds the input tensor; the caller has checked its type.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel`.
    init(
        _ tensor: TensorSpec, normalization: Normalization?,
        convention: ImageConvention = ImageConvention(), takesRawBytes: Bool = true,
        sampling: InputEncoding.Sampling = .halfPixel
    ) throws(DetectionError) {
        let extents = tensor.shape.dimensions
        guard extents.count == 4 else {
            throw DetectionError(.inputRank(shape: extents))
        }
        guard extents[0] == 1, extents[1] > 0, extents[2] > 0, extents[3] == 3 || extents[3] == 1
        else {
            throw DetectionError(.inputShape(extents), hint: Self.hint(extents))
        }
        self.tensor = tensor
        size = Size(width: Float(extents[2]), height: Float(extents[1]))
        var encoding = try InputEncoding.ofTensor(
            tensor.elementType, tensor.quantization, normalization: normalization,
            channels: extents[3], takesRawBytes: takesRawBytes, name: tensor.name)
        encoding.sampling = sampling
        encoding.channelOrder = convention.channelOrder
        encoding.padding = SIMD3(repeating: convention.padding)
        self.encoding = encoding
    }

    /// Returns advice on a shape that is not that of an image.
    static func hint(_ extents: [Int]) -> String {
        extents[1] == 3 || extents[1] == 1
            ? "; the channels come first in this file: convert it with the channels last, as "
                + "onnx2tf does"
            : ""
    }

    /// Returns the map from an image, or a part of it, to the input.
    func transform(
        of image: VisionImage, region: Rect<Upright>?, fit: ImageTransform.Fit = .squash
    ) -> ImageTransform {
        ImageTransform(
            sourceSize: image.sourceSize, orientation: image.orientation, region: region,
            inputSize: size, fit: fit)
    }

    /// The map from a region, enlarged around its middle and cut at the image's edges, to the
    /// input.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage` for a region outside of the image.
    func transform(of image: VisionImage, inside region: Rect<Upright>?, scale: Float = 1)
        throws(DetectionError) -> ImageTransform
    {
        guard let region else { return transform(of: image, region: nil) }
        let clamped = region.scaled(by: scale).clamped(to: image.uprightSize)
        guard !clamped.isEmpty else {
            throw DetectionError(
                .invalidImage,
                "the region [\(region.x), \(region.y), \(region.width), \(region.height)] shows "
                    + "nothing of the image")
        }
        return transform(of: image, region: clamped)
    }

    /// Writes an image into the input of an execution.
    func fill(_ execution: Execution, with image: VisionImage, through transform: ImageTransform)
        throws(DetectionError)
    {
        do throws(ImageError) {
            try image.buffer.encode(
                encoding, through: transform, into: execution.bytes(tensor))
        } catch {
            throw DetectionError(error)
        }
    }
}

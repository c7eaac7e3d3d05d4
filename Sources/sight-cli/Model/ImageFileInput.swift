import Foundation
package import Sight
import SightGeometry
import SightImage
import SightImageIO
package import SightModelFile
import SightTensor

/// Turns image files into the arrays of inputs `[1, height, width, channels]`.
///
/// An image is turned upright and stretched to the input. If the model leaves the height and the
/// width open, the input gets those of the image.
package struct ImageFileInput: Sendable {
    /// The normalization of the options `--mean` and `--std`.
    private let stated: Normalization?
    /// The metadata of the main graph; `nil` for other graphs, and an error if it is broken.
    private let metadata: Result<ModelMetadata?, ModelError>

    /// Makes the rule for the inputs of a graph.
    package init(_ model: Model, _ entry: EntryPoint, normalization: Normalization?) {
        stated = normalization
        metadata = Result { () throws(ModelError) in
            entry.index == 0 ? try model.metadata() : nil
        }
    }

    /// Returns the pixels of an image file; `nil` if the file is not an image.
    ///
    /// - Parameters:
    ///   - file: the content of the file.
    ///   - place: the file and the input for messages.
    ///   - tensor: the input.
    ///   - position: the position of the input in the graph.
    ///   - shape: the shape that the caller gives the input; `nil` takes the model's.
    /// - Returns: the array.
    /// - Throws: ``CommandError`` with status `someInputsFailed`.
    func array(
        _ file: Data, place: String, tensor: TensorInfo, position: Int, shape: Shape?
    ) throws(CommandError) -> NPYArray? {
        let decoder = ImageDecoder.default
        guard decoder.recognizes([UInt8](file.prefix(ImageDecoder.prefixLength))) else {
            return nil
        }
        do {
            let image = VisionImage(try decoder.decode([UInt8](file)))
            let shape = try shape ?? self.shape(of: tensor, for: image)
            let encoding = try self.encoding(tensor, shape, position: position)
            let pixels = try Self.pixels(of: image, encoding, shape)
            return NPYArray(elementType: tensor.elementType, shape: shape, bytes: pixels)
        } catch {
            throw CommandError(.someInputsFailed, "\(place): \(error)", cause: error)
        }
    }

    /// Returns the elements of an input for an image that is stretched to it.
    private static func pixels(of image: VisionImage, _ encoding: InputEncoding, _ shape: Shape)
        throws(ImageError) -> [UInt8]
    {
        let transform = ImageTransform(
            sourceSize: image.sourceSize, orientation: image.orientation, region: nil,
            inputSize: Size(width: Float(shape.dimensions[2]), height: Float(shape.dimensions[1])))
        let count = encoding.elementType.byteCount(of: shape.elementCount) ?? 0
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
        defer { bytes.deallocate() }
        try image.buffer.encode(encoding, through: transform, into: bytes)
        return [UInt8](bytes)
    }

    /// Returns the shape that the model gives an input, with the size of the image where it is
    /// open.
    private func shape(of tensor: TensorInfo, for image: VisionImage) throws(CommandError) -> Shape
    {
        var extents = tensor.shape.dimensions
        if tensor.isDynamic, extents.count == 4 {
            let size = image.uprightSize
            let open = [1, Int(size.height), Int(size.width), 3]
            extents = zip(tensor.shapeSignature, open).map { $0 == -1 ? $1 : $0 }
        }
        guard let shape = Shape(extents) else {
            throw CommandError(.someInputsFailed, "the shape \(extents) is too large")
        }
        return shape
    }

    private func encoding(_ tensor: TensorInfo, _ shape: Shape, position: Int)
        throws(CommandError) -> InputEncoding
    {
        let extents = shape.dimensions
        guard extents.count == 4, extents[0] == 1, extents[1] > 0, extents[2] > 0,
            extents[3] == 1 || extents[3] == 3
        else {
            throw CommandError(
                .someInputsFailed,
                "the input has the shape \(shape), and an image needs [1, height, width, 3] or "
                    + "[1, height, width, 1]: give an array instead")
        }
        let bytes = tensor.elementType.byteCount(of: shape.elementCount)
        let limit = ModelLimits().tensorByteCount
        guard let bytes, bytes <= limit else {
            throw CommandError(
                .someInputsFailed, "a tensor of shape \(shape) exceeds the limit of \(limit) bytes")
        }
        do {
            let metadata = try stated == nil ? metadata.get() : nil
            let normalization = try Normalization.resolve(stated, metadata, input: position)
            if tensor.elementType == .float32, normalization == nil {
                throw DetectionError(
                    .invalidModel,
                    "the input is float32, and the metadata states no normalization: give it, for "
                        + "example --mean 127.5 --std 127.5")
            }
            return try .ofTensor(
                tensor.elementType, tensor.quantization, normalization: normalization,
                channels: extents[3], name: tensor.name)
        } catch {
            throw CommandError(.someInputsFailed, "\(error)", cause: error)
        }
    }
}

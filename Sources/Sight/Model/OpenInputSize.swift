import SightGeometry
import SightModelFile
import SightTensor

/// The choice of a size for an image input whose height or width the model leaves open.
///
/// The extents in such a file are placeholders, mostly 1, and a model of one pixel sees nothing.
/// The size is chosen once, when the model is loaded, and every image is scaled to it.
///
/// - Source: TFLite schema, `shape_signature`; TFLite Metadata schema, `ImageProperties`.
enum OpenInputSize {
    private typealias Extents = (height: Int, width: Int)

    /// Returns the shape that the first input gets; `nil` if it keeps the file's.
    ///
    /// The size is the wanted one, otherwise that in the file unless it is a placeholder, otherwise
    /// the one that the metadata prefers.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - wanted: the size that the user gives; `nil` without one.
    /// - Returns: the shape.
    /// - Throws: ``DetectionError`` with code `invalidModel` if nothing states the size;
    ///   `invalidOptions` for a wanted size without pixels, or one that differs from extents that
    ///   are not open.
    static func shape(in model: Model, wanted: Size<ModelInput>?) throws(DetectionError) -> Shape? {
        guard let index = model.main.inputs.first, model.main.tensors[index].shape.rank == 4 else {
            return nil
        }
        let input = model.main.tensors[index]
        var extents = input.shape.dimensions
        let signature = input.shapeSignature.count == 4 ? input.shapeSignature : extents
        let open = [1, 2].filter { signature[$0] < 0 }
        let isChosen =
            !open.isEmpty && (wanted != nil || open.contains { extents[$0] <= 1 })
        let channels = signature[3] < 0 && extents[3] > 1 ? extents[3] : signature[3]
        guard !isChosen || channels == 3 || channels == 1 else {
            throw DetectionError(.inputShape(signature), hint: ImageInput.hint(signature))
        }
        let given = try wanted.map { size throws(DetectionError) in
            try check(size, against: signature)
        }
        guard isChosen else { return nil }
        let chosen: Extents? = if let given { given } else { try preferred(by: model) }
        guard let chosen else {
            throw DetectionError(.inputShape(signature), hint: hint)
        }
        if signature[1] < 0 { extents[1] = chosen.height }
        if signature[2] < 0 { extents[2] = chosen.width }
        guard let shape = Shape(extents) else {
            throw DetectionError(
                .invalidModel, "the input cannot have the shape \(extents), which is too large")
        }
        return shape
    }

    /// The advice on a shape whose height or width is open.
    private static let hint =
        "; its height or width is open: give the size with which the model was trained in "
        + "inputSize of ModelFile; on the command line, with --input-size, "
        + "--classifier-input-size or --detector-input-size, such as 224x224"

    /// Returns the height and width of a wanted size.
    private static func check(_ size: Size<ModelInput>, against signature: [Int])
        throws(DetectionError) -> Extents
    {
        guard let width = Int(exactly: size.width), let height = Int(exactly: size.height),
            width > 0, height > 0
        else {
            throw DetectionError(
                .invalidOptions,
                "inputSize is \(size.width)×\(size.height): give whole numbers above 0")
        }
        guard signature[1] < 0 || signature[1] == height, signature[2] < 0 || signature[2] == width
        else {
            throw DetectionError(
                .invalidOptions,
                "the size of the input is to be \(width)×\(height), but the model fixes its shape "
                    + "\(signature): leave the size out")
        }
        return (height, width)
    }

    /// Returns the height and width that the metadata prefers; `nil` without any.
    private static func preferred(by model: Model) throws(DetectionError) -> Extents? {
        let metadata = try DetectionError.wrapping { () throws(ModelError) in
            try model.metadata()
        }
        guard case .image(let image)? = metadata?.inputs.first?.content,
            let size = image.defaultSize, size.width > 0, size.height > 0
        else { return nil }
        return (size.height, size.width)
    }
}

public import SightGeometry
import SightInference
import SightModelFile
import SightTensor

/// Turns an image, or a part of it, into vectors that can be compared, with a `.tflite` model.
///
/// The model has one image input and outputs of one row of numbers each, `uint8`, `int8` or
/// `float32`: a network of features, or a classifier, whose scores are a vector, too. The region is
/// turned upright and stretched to the input. Safe to use from any number of tasks and threads.
///
/// - Source: MediaPipe, the task of image embedding.
public struct Embedder: Sendable {
    private let session: ModelSession
    private let input: ImageInput
    private let outputs: [TensorSpec]
    private let names: [String]
    private let normalizesLength: Bool

    /// Loads and prepares a model.
    ///
    /// - Parameters:
    ///   - file: the model.
    ///   - options: the length of vectors, the normalization and the threads.
    /// - Throws: ``DetectionError`` with code `invalidModel`: not a model, several inputs, wrong
    ///   types or shapes, a float input without normalization.
    public init(_ file: ModelFile, options: EmbedderOptions = EmbedderOptions())
        throws(DetectionError)
    {
        normalizesLength = options.normalizesLength
        session = try ModelSession(file, threadCount: options.threadCount)
        let metadata = try session.metadata()
        let normalization = try Normalization.resolve(options.normalization, metadata, input: 0)
        input = try ImageInput(
            ClassifierChecks.input(session.graph, normalization: normalization),
            normalization: normalization)
        outputs = try ClassifierChecks.outputs(session.graph)
        let known = metadata?.outputs.map(\.name) ?? []
        names = outputs.indices.map { known.indices.contains($0) ? known[$0] : "" }
    }

    /// The size of the model's input in pixels; a larger image is scaled down to it.
    public var inputSize: Size<ModelInput> { input.size }

    /// Embeds an image or a part of it.
    ///
    /// Blocks the calling thread until the end, also in a cancelled task.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - region: the part to look at, clamped to the image; all of it when `nil`.
    /// - Returns: a vector for each output of the model, in its order.
    /// - Throws: ``DetectionError`` with code `invalidImage`.
    public func embeddings(of image: VisionImage, region: Rect<Upright>? = nil)
        throws(DetectionError) -> [Embedding]
    {
        let transform = try input.transform(of: image, inside: region)
        let values = try session.run { execution throws(DetectionError) in
            try input.fill(execution, with: image, through: transform)
        } read: { execution throws(DetectionError) in
            try outputs.map { (output) throws(DetectionError) in
                guard let values = execution.realValues(output) else {
                    throw DetectionError(
                        .outputType(
                            tensor: output.name, found: "\(output.elementType) without a scale",
                            supported: TensorSpec.typesOfNumbers))
                }
                return values
            }
        }
        return values.enumerated().map { index, values in
            let embedding = Embedding(index: index, name: names[index], values: values)
            return normalizesLength ? embedding.normalized : embedding
        }
    }

    /// Embeds an image or a part of it on a compute thread.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - region: the part to look at, clamped to the image; all of it when `nil`.
    /// - Returns: a vector for each output of the model, in its order.
    /// - Throws: ``DetectionError`` with code `invalidImage` or `cancelled`.
    public func embeddings(of image: VisionImage, region: Rect<Upright>? = nil)
        async throws(DetectionError) -> [Embedding]
    {
        try await Compute.run { () throws(DetectionError) in
            try embeddings(of: image, region: region)
        }
    }
}

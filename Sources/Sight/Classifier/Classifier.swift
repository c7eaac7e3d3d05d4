public import SightGeometry
import SightInference
import SightModelFile
import SightTensor

/// Names an image, or a part of it, with a `.tflite` image classifier.
///
/// The model has one image input and one score for each class, `uint8`, `int8` or `float32`. The
/// region is turned upright and stretched to the input. Scores are dequantized and calibrated; no
/// softmax is applied. A classifier is safe to use from any number of tasks and threads.
///
/// - Source: TFLite Task Library, image classification; its texts are ML Kit's.
public struct Classifier: Sendable {
    private let session: ModelSession
    private let input: ImageInput
    /// The outputs that are read: the first one, or all of them.
    private let heads: [Head]
    private let regionScale: Float

    /// An output with a score for each class.
    private struct Head: Sendable {
        let output: TensorSpec
        let decoder: LabelDecoder
        /// The name of the output in the metadata; empty without one.
        let name: String
    }

    /// Loads and prepares a classifier.
    ///
    /// - Parameters:
    ///   - file: the model.
    ///   - options: the threshold, the label count and the texts.
    /// - Throws: ``DetectionError`` with code `invalidModel`: not a model, several inputs, wrong
    ///   types or shapes, a float input without normalization, a label count that does not fit.
    public init(_ file: ModelFile, options: ClassifierOptions = ClassifierOptions())
        throws(DetectionError)
    {
        regionScale = options.regionScale > 0 ? options.regionScale : 1
        session = try ModelSession(file, threadCount: options.threadCount)
        let metadata = try session.metadata()
        let normalization = try Normalization.resolve(
            options.normalization, metadata, input: 0)
        input = try ImageInput(
            ClassifierChecks.input(session.graph, normalization: normalization),
            normalization: normalization)
        let outputs =
            options.readsAllHeads
            ? try ClassifierChecks.outputs(session.graph)
            : [try ClassifierChecks.output(session.graph)]
        let names = metadata?.outputs.map(\.name) ?? []
        var heads: [Head] = []
        for (index, output) in outputs.enumerated() {
            let decoder = try LabelDecoder(
                options: options, classCount: output.shape[-1], metadata: metadata, output: index)
            let name = names.indices.contains(index) ? names[index] : ""
            heads.append(Head(output: output, decoder: decoder, name: name))
        }
        self.heads = heads
    }

    /// Loads the model that an AutoML manifest names, with its labels.
    ///
    /// - Parameters:
    ///   - path: a JSON file with `modelFile` and `labelsFile`, relative to its folder.
    ///   - options: the threshold, the label count and the texts.
    /// - Throws: ``DetectionError`` with code `invalidModel`.
    public init(manifestPath path: String, options: ClassifierOptions = ClassifierOptions())
        throws(DetectionError)
    {
        try self.init(manifestPath: path, inputSize: nil, options: options)
    }

    /// Loads the model that an AutoML manifest names, with a size for an input that it leaves open.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel` or `invalidOptions`.
    package init(
        manifestPath path: String, inputSize: Size<ModelInput>?, options: ClassifierOptions
    ) throws(DetectionError) {
        let manifest = try AutoMLManifest(path: path)
        var options = options
        if options.labels == nil { options.labels = try manifest.labels() }
        var file = ModelFile(path: manifest.modelPath)
        file.inputSize = inputSize
        try self.init(file, options: options)
    }

    /// The names of the outputs that are read; empty for outputs without one in the metadata.
    package var headNames: [String] { heads.map(\.name) }

    /// The texts of the classes of each output that is read, from the options or the metadata;
    /// empty without any.
    package var headTexts: [[String]] { heads.map(\.decoder.texts) }

    /// The size of the model's input in pixels; a larger image is scaled down to it.
    public var inputSize: Size<ModelInput> { input.size }

    /// Names an image or a part of it, best label first.
    ///
    /// Blocks the calling thread until the end, also in a cancelled task.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - region: the part to look at, clamped to the image; all of it when `nil`.
    /// - Returns: the labels at or above the threshold, best first; of equal scores the lower class
    ///   index comes first.
    /// - Throws: ``DetectionError`` with code `invalidImage`.
    public func labels(in image: VisionImage, region: Rect<Upright>? = nil)
        throws(DetectionError) -> [Label]
    {
        try headLabels(in: image, region: region).first ?? []
    }

    /// Names an image or a part of it with each output that is read, in the order of the outputs.
    ///
    /// Otherwise it is like `labels(in:region:)`.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage`, and `cancelled` on a compute thread.
    package func headLabels(in image: VisionImage, region: Rect<Upright>? = nil)
        throws(DetectionError) -> [[Label]]
    {
        let transform = try input.transform(of: image, inside: region, scale: regionScale)
        let scores = try session.run { execution throws(DetectionError) in
            try input.fill(execution, with: image, through: transform)
        } read: { execution throws(DetectionError) in
            heads.map { execution.realValues($0.output) ?? [] }
        }
        return zip(heads, scores).map { $0.decoder.labels($1) }
    }

    /// Names an image or a part of it on a compute thread.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - region: the part to look at, clamped to the image; all of it when `nil`.
    /// - Returns: labels at or above the threshold, best first.
    /// - Throws: ``DetectionError`` with code `invalidImage` or `cancelled`.
    public func labels(in image: VisionImage, region: Rect<Upright>? = nil)
        async
        throws(DetectionError) -> [Label]
    {
        try await Compute.run { () throws(DetectionError) in
            try labels(in: image, region: region)
        }
    }
}

import SightGeometry
import SightInference
import SightModelFile
import SightTensor

/// Finds the class of each part of an image with a `.tflite` segmentation model.
///
/// The model has one image input. Its first output is `[1, H, W, C]` scores of C classes,
/// `[1, H, W, 1]` confidences of a foreground, or `[1, H, W]` class indices; others, such as
/// MediaPipe's quality scores, are not read. The image is turned upright and stretched to the
/// input. A segmenter is safe to use from any number of tasks and threads.
///
/// - Source: TFLite Task Library, image segmentation.
public struct Segmenter: Sendable {
    private let session: ModelSession
    private let input: ImageInput
    private let output: TensorSpec
    /// The kind of the numbers of a place.
    package let content: SegmentationScores.Content
    private let activation: SegmentationActivation
    private let width, height: Int
    /// The names of the classes, the background first; empty if the model has none.
    ///
    /// If a model of a foreground has one name, the background is `background`.
    public let labels: [String]
    /// The label texts as the options or the metadata state them.
    package let texts: [String]
    private let threshold: Float

    /// The largest size of the output, in numbers: 2048 × 2048 places with 32 classes.
    private static let countLimit = 1 << 27

    /// Loads and prepares a model.
    ///
    /// - Parameters:
    ///   - file: the model.
    ///   - options: the threshold, the label texts and the normalization.
    /// - Throws: ``DetectionError`` with code `invalidModel`, also for models of other tasks, or
    ///   `invalidOptions` for a threshold outside 0…1.
    public init(_ file: ModelFile, options: SegmenterOptions = SegmenterOptions())
        throws(DetectionError)
    {
        guard (0...1).contains(options.foregroundThreshold) else {
            throw DetectionError(
                .invalidOptions,
                "foregroundThreshold is \(options.foregroundThreshold), a number from 0 to 1 is "
                    + "needed")
        }
        session = try ModelSession(file, threadCount: options.threadCount)
        let metadata = try session.metadata()
        guard let output = session.graph.outputs.first,
            let tensor = session.model.main.outputs.first
        else { throw DetectionError(.invalidModel, "the model has no output") }
        try SegmenterChecks.refuseOtherTasks(session, metadata)
        let extents = output.shape.dimensions
        content = try Self.content(extents)
        try output.limitCount(to: Self.countLimit)
        activation = try Self.activation(content, session.model.main, tensor, metadata)
        (height, width) = (extents[1], extents[2])
        self.output = output
        var normalization = try Normalization.resolve(options.normalization, metadata, input: 0)
        if content == .foreground { normalization = normalization ?? ImageConvention.unit }
        input = try ImageInput(
            DetectorOutputs.imageInput(session.graph), normalization: normalization)
        texts = try Self.texts(options, metadata, content)
        labels = content == .foreground && texts.count == 1 ? ["background"] + texts : texts
        threshold = options.foregroundThreshold
    }

    private static func content(_ extents: [Int]) throws(DetectionError)
        -> SegmentationScores.Content
    {
        let isImage =
            extents.count >= 3 && extents.count <= 4 && extents[0] == 1 && extents[1] > 1
            && extents[2] > 1
        switch (isImage, extents.count) {
        case (true, 3): return .indices
        case (true, 4) where extents[3] == 1: return .foreground
        case (true, 4) where (2...256).contains(extents[3]): return .classes(extents[3])
        default:
            throw DetectionError(
                .invalidModel,
                "the output has the shape \(extents); a segmentation model has [1, height, width, "
                    + "classes], up to 256 classes, or [1, height, width]")
        }
    }

    /// Returns what the metadata says, else what the operators behind the output leave undone.
    private static func activation(
        _ content: SegmentationScores.Content, _ graph: Subgraph, _ output: Int,
        _ metadata: ModelMetadata?
    ) throws(DetectionError) -> SegmentationActivation {
        if let data = metadata?.customEntries[SegmenterMetadata.name] {
            return try DetectionError.wrapping { () throws(ModelError) in
                try SegmenterMetadata(data).activation
            }
        }
        let facts = HeadFacts.Output(
            index: 0, shape: [], origins: OutputOrigins(graph).names(of: output))
        switch content {
        case .indices: return .none
        case .foreground: return facts.isRaw ? .sigmoid : .none
        case .classes:
            // A resize may stand between the softmax and the output.
            let hasSoftmax = graph.nodes.contains { $0.code.name == "SOFTMAX" }
            return facts.lacksProbabilities && !hasSoftmax ? .softmax : .none
        }
    }

    /// Returns the texts of the options, otherwise those of the metadata.
    private static func texts(
        _ options: SegmenterOptions, _ metadata: ModelMetadata?,
        _ content: SegmentationScores.Content
    ) throws(DetectionError) -> [String] {
        if var labels = options.labels {
            // A label file may end with an empty line.
            if case .foreground = content, labels.count == 2, labels.last == "" {
                labels.removeLast()
            }
            try SegmenterChecks.labels(labels, fit: content)
            return labels
        }
        let labels = try DetectionError.wrapping { () throws(ModelError) in
            try metadata?.labels(forOutput: 0, locale: options.displayNamesLocale)?.texts ?? []
        }
        if case .classes = content, !labels.isEmpty {
            try SegmenterChecks.labels(labels, fit: content)
        }
        return labels
    }

    /// Finds the class of each part of an image.
    ///
    /// Blocks the calling thread until the end, also in a cancelled task.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage`.
    public func mask(of image: VisionImage) throws(DetectionError) -> SegmentationMask {
        mask(try scores(of: image))
    }

    /// Finds the class of each part of an image on a compute thread.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage` or `cancelled`.
    public func mask(of image: VisionImage) async throws(DetectionError) -> SegmentationMask {
        try await Compute.run { () throws(DetectionError) in try mask(of: image) }
    }

    /// Returns what the model computes for an image, so that masks of any kind can be made of it.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage`, and `cancelled` on a compute thread.
    package func scores(of image: VisionImage) throws(DetectionError) -> SegmentationScores {
        let transform = input.transform(of: image, region: nil)
        let values = try session.run { execution throws(DetectionError) in
            try input.fill(execution, with: image, through: transform)
        } read: { execution throws(DetectionError) in
            execution.realValues(output) ?? []
        }
        guard values.count == output.shape.elementCount else {
            throw DetectionError(
                .outputType(
                    tensor: output.name, found: "\(output.elementType)",
                    supported: ["float32", "int8", "uint8", "int32", "int64"]))
        }
        return SegmentationScores(
            content: content, activation: activation, width: width, height: height, values: values,
            image: image)
    }

    private func mask(_ scores: SegmentationScores) -> SegmentationMask {
        var confidences: [Float]?
        let classes: [UInt8]
        switch scores.content {
        case .indices: classes = scores.values.map { SegmentationScores.classIndex($0) }
        case .foreground:
            let found = scores.confidences
            classes = found.map { $0 >= threshold ? 1 : 0 }
            confidences = found.map { $0.isNaN ? 0 : $0 }
        case .classes(let count):
            let reading = ScoreReading(isLogit: false)
            classes = (0..<(width * height)).map { place in
                UInt8(reading.best(scores.values, start: place * count, count: count).index)
            }
        }
        return SegmentationMask(
            width: width, height: height, classes: classes, confidences: confidences,
            labels: labels, uprightSize: scores.image.uprightSize)
    }
}

public import SightGeometry
import SightImage
import SightModelFile
import SightTensor

/// Finds boxes in an image with a `.tflite` detector.
///
/// The model has one image input (`uint8`, `int8` or `float32`) and the outputs of one of the
/// families in ``DetectionHead``, such as SSD, EfficientDet, AutoML, YOLO or PicoDet. The image is
/// turned upright and fitted into the input in the family's way. A localizer is safe to use from
/// any number of tasks and threads.
///
/// - Source: TFLite Task Library, object detection.
public struct Localizer: Sendable {
    private let session: ModelSession
    private let input: ImageInput
    private let reading: DetectorReading
    private let fit: ImageTransform.Fit
    private let decoder: DetectionDecoder
    /// The origin of ``labelTexts``: `options`, `metadata`, or the name of a file beside the model;
    /// `nil` without any.
    package let labelSource: String?

    /// Loads and prepares a detector.
    ///
    /// Labels come from the options, from the model's metadata, or from `dict.txt` or
    /// `labels.txt` beside the model (AutoML's layout).
    ///
    /// - Parameters:
    ///   - file: the model.
    ///   - options: which boxes to keep and how to read the model.
    /// - Throws: ``DetectionError`` with code `invalidModel` or `invalidOptions`.
    public init(_ file: ModelFile, options: LocalizerOptions = LocalizerOptions())
        throws(DetectionError)
    {
        if let allowed = options.allowedLabels, !allowed.isEmpty, !options.deniedLabels.isEmpty {
            throw DetectionError(
                .invalidOptions,
                "allowed and denied labels exclude each other: give only one of them")
        }
        guard options.scoreThreshold?.isNaN != true, options.maximumIoU?.isNaN != true else {
            throw DetectionError(
                .invalidOptions, "scoreThreshold or maximumIoU is not a number: give one, or nil")
        }
        session = try ModelSession(file, threadCount: options.threadCount)
        let metadata = try session.metadata()
        let spec = try DetectorOutputs.imageInput(session.graph)
        let texts: [String]
        (texts, labelSource) = try DetectorLabels.texts(
            file: file, metadata: metadata, options: options)
        reading = try DetectorReading(
            session, metadata: metadata, autoML: AutoMLMetadata.beside(file), labels: texts,
            options: options, input: spec)
        var convention = reading.convention ?? ImageConvention()
        if let order = options.channelOrder { convention.channelOrder = order }
        fit = options.fit ?? convention.fit
        input = try ImageInput(
            spec,
            normalization: .resolve(options.normalization, metadata, input: 0)
                ?? convention.normalization,
            convention: convention, takesRawBytes: convention.normalization == nil,
            sampling: options.usesCornerSampling ? .corner : .halfPixel)
        decoder = try DetectionDecoder(
            options: options,
            labels: DetectorLabels(texts: texts, reading: reading, options: options),
            metadata: metadata, reading: reading)
    }

    /// The family of the model's outputs.
    public var head: DetectionHead { reading.head }

    /// The evidence by which the family was recognized, in one phrase.
    public var headEvidence: String { reading.evidence }

    /// The size of the model's input in pixels; a larger image is scaled down to it.
    public var inputSize: Size<ModelInput> { input.size }

    /// Finds boxes, best score first.
    ///
    /// Blocks the calling thread until the end, also in a cancelled task.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage`.
    public func detections(in image: VisionImage) throws(DetectionError) -> [Detection] {
        try detections(in: image, above: decoder.threshold)
    }

    /// The score that a box must exceed, from the options or the model's metadata; `nil` if every
    /// box is kept.
    public var scoreThreshold: Float? { decoder.threshold > 0 ? decoder.threshold : nil }

    /// The texts of the classes, from the options, the metadata or a file beside the model, with
    /// that of a background; empty without any.
    package var labelTexts: [String] { decoder.labels.texts }

    /// The number of ``labelTexts`` before that of the first class; 1 after a background.
    package var labelOffset: Int { decoder.labels.offset }

    /// Finds boxes with a score above `least`, which replaces the threshold; best score first.
    package func detections(in image: VisionImage, above least: Float) throws(DetectionError)
        -> [Detection]
    {
        let transform = input.transform(of: image, region: nil, fit: fit)
        let raw = try session.run { execution throws(DetectionError) in
            try input.fill(execution, with: image, through: transform)
        } read: { execution throws(DetectionError) in
            reading.read(execution, above: least)
        }
        return decoder.detections(raw, through: transform, above: least)
    }

    /// Finds boxes, best score first, on a compute thread.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage` or `cancelled`.
    public func detections(in image: VisionImage) async throws(DetectionError) -> [Detection] {
        try await Compute.run { () throws(DetectionError) in try detections(in: image) }
    }
}

import SightInference
import SightModelFile
import SightTensor

/// The way in which boxes are read from a detector's outputs.
enum DetectorReading: Sendable {
    /// The model has decoded its boxes, with the post-processing operator or in the same form.
    case postProcessed(DetectorOutputs)
    /// The model's outputs are raw; a head decodes them.
    case head(HeadReading)

    /// The largest size of a raw output, in numbers: almost four times that of YOLOv7 with 80
    /// classes and an input of 1280 × 1280.
    private static let countLimit = 1 << 25

    /// Recognizes the outputs.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel`.
    init(
        _ session: ModelSession, metadata: ModelMetadata?, autoML: AutoMLMetadata?,
        labels: [String], options: LocalizerOptions, input: TensorSpec
    ) throws(DetectionError) {
        if options.head == nil || options.head == .postProcessed,
            let outputs = try DetectorOutputs(session, metadata: metadata, autoML: autoML)
        {
            self = .postProcessed(outputs)
            return
        }
        let facts = try HeadFacts(
            session, metadata: metadata, labels: labels, options: options, input: input)
        let decoder = try HeadRecognition.find(facts)
        let types: Set<ElementType> = [.float32, .uint8, .int8, .int32, .int64]
        for tensor in decoder.outputs.map({ session.graph.outputs[$0] }) {
            try tensor.limitCount(to: Self.countLimit)
            guard types.contains(tensor.elementType) else {
                throw DetectionError(
                    .outputType(
                        tensor: tensor.name, found: "\(tensor.elementType)",
                        supported: ["float32", "int8", "uint8"]))
            }
            guard !tensor.lacksScale else {
                throw DetectionError(
                    .outputType(
                        tensor: tensor.name, found: "\(tensor.elementType) without a scale",
                        supported: TensorSpec.typesOfNumbers))
            }
        }
        self = .head(
            HeadReading(decoder, session.graph, maximumIoU: options.maximumIoU(of: decoder)))
    }

    /// The family.
    var head: DetectionHead {
        switch self {
        case .postProcessed: .postProcessed
        case .head(let reading): type(of: reading.decoder).head
        }
    }

    /// The evidence by which the family was recognized, in one phrase.
    var evidence: String {
        switch self {
        case .postProcessed(let outputs): outputs.evidence
        case .head(let reading): reading.decoder.evidence
        }
    }

    /// The family's image preparation; `nil` if the input's type decides.
    var convention: ImageConvention? {
        switch self {
        case .postProcessed: nil
        case .head(let reading): reading.decoder.convention
        }
    }

    /// The position of the scores among the graph's outputs.
    var scoreIndex: Int {
        switch self {
        case .postProcessed(let outputs): outputs.scoreIndex
        case .head(let reading): reading.decoder.outputs[0]
        }
    }

    /// The score threshold where neither options nor metadata state one.
    var defaultThreshold: Float {
        switch self {
        case .postProcessed: -.infinity
        case .head: 0.05
        }
    }

    /// Reads the boxes of a finished run; a head drops those with a score of `least` or lower.
    func read(_ execution: Execution, above least: Float) -> RawDetections {
        switch self {
        case .postProcessed(let outputs): outputs.read(execution)
        case .head(let reading): reading.read(execution, above: least)
        }
    }
}

extension LocalizerOptions {
    /// Returns the largest overlap of two kept boxes: the options' value, otherwise the family's.
    fileprivate func maximumIoU(of decoder: any HeadDecoder) -> Float {
        maximumIoU
            ?? (decoder.suppression == .weighted ? MediaPipeDecoder.maximumIoU : 0.6)
    }
}

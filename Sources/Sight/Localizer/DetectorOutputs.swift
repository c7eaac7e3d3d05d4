import SightInference
import SightModelFile
import SightTensor

/// The four outputs of a detector: boxes, classes, scores and count.
///
/// Goals, in order: never guess if a file states the order; take the post-processing operator's own
/// output order, then metadata names, then AutoML's list, then shapes.
///
/// - Source: TFLite Task Library output names; `TFLite_Detection_PostProcess`.
///
/// It is a class, because types that contain it are copied often.
final class DetectorOutputs: Sendable {
    /// The four outputs in the order of the post-processing operator.
    private let boxes, classes, scores, count: TensorSpec
    /// The positions of left, top, right and bottom in a box.
    private let corners: [Int]
    /// The position of the scores among the graph's outputs.
    let scoreIndex: Int
    /// The position of the classes among the graph's outputs.
    let classIndex: Int
    /// The class count of the post-processing operator; `nil` when unknown.
    let classCount: Int?
    /// The evidence that tells the outputs apart, in one phrase.
    let evidence: String

    /// The largest number of boxes: as many as the post-processing operator may write.
    private static let rowLimit = 1 << 20
    /// ``corners`` of the post-processing operator, whose boxes are ymin, xmin, ymax, xmax.
    private static let operatorCorners = [1, 0, 3, 2]

    /// Finds the four outputs; `nil` when the model has others.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel` where only their types or sizes are
    ///   wrong, or where the metadata describes boxes that are not boundaries in fractions.
    init?(_ session: ModelSession, metadata: ModelMetadata?, autoML: AutoMLMetadata?)
        throws(DetectionError)
    {
        let graph = session.graph
        let count = graph.outputs.count
        let ways: [(evidence: String, places: [Int]?)] = [
            ("the graph has TFLite_Detection_PostProcess", Self.byOperator(session.model.main)),
            ("the metadata names the outputs", Self.byMetadata(metadata, outputCount: count)),
            ("AutoML's metadata names the outputs", autoML?.places(outputCount: count)),
            (
                "there are boxes, classes, scores and a count by their shapes",
                Self.byShape(graph.outputs)
            ),
        ]
        guard let way = ways.first(where: { $0.places != nil }), let places = way.places else {
            return nil
        }
        evidence = way.evidence
        boxes = graph.outputs[places[0]]
        classes = graph.outputs[places[1]]
        scores = graph.outputs[places[2]]
        self.count = graph.outputs[places[3]]
        (classIndex, scoreIndex) = (places[1], places[2])
        classCount = Self.classCount(session)
        corners = try Self.corners(metadata, output: places[0])
        guard [boxes, classes, scores, self.count].allSatisfy({ $0.elementType == .float32 }),
            boxes.shape.elementCount == 4 * scores.shape.elementCount,
            classes.shape.elementCount == scores.shape.elementCount,
            self.count.shape.elementCount == 1
        else { throw Self.notADetector(graph.outputs) }
        try scores.limitCount(to: Self.rowLimit)
    }

    /// Returns the image input: the first of the graph's inputs; others hold a recurrent state.
    static func imageInput(_ graph: PreparedGraph) throws(DetectionError) -> TensorSpec {
        guard let input = graph.inputs.first else {
            throw DetectionError(.invalidModel, "the model has no input")
        }
        guard [.uint8, .int8, .float32].contains(input.elementType) else {
            throw DetectionError(
                .inputType(
                    tensor: input.name, found: "\(input.elementType)",
                    supported: ["uint8", "int8", "float32"]))
        }
        return input
    }

    /// Copies the four outputs of a finished run.
    func read(_ execution: Execution) -> RawDetections {
        RawDetections(
            boxes: ordered(execution.realValues(boxes) ?? []),
            classes: execution.realValues(classes) ?? [],
            scores: execution.realValues(scores) ?? [],
            count: execution.realValues(count)?.first ?? 0)
    }

    /// Returns boxes in the order of the post-processing operator.
    private func ordered(_ boxes: [Float]) -> [Float] {
        guard corners != Self.operatorCorners else { return boxes }
        let sources = Self.operatorCorners.map { corners[$0] }
        return boxes.indices.map { boxes[$0 / 4 * 4 + sources[$0 % 4]] }
    }

    // MARK: Finding

    /// Returns the positions of the corners that the metadata states for an output, otherwise those
    /// of the post-processing operator.
    ///
    /// - Source: TFLite Task Library, object detection: other types of boxes are refused.
    private static func corners(_ metadata: ModelMetadata?, output: Int) throws(DetectionError)
        -> [Int]
    {
        guard let outputs = metadata?.outputs, outputs.indices.contains(output),
            case .boundingBoxes(let boxes)? = outputs[output].content, boxes.kind != .unknown
        else { return operatorCorners }
        guard boxes.kind == .boundaries, boxes.coordinateType == .ratio else {
            throw DetectionError(
                .invalidModel,
                "the metadata of the output \(output) describes boxes of the type \(boxes.kind) in "
                    + "\(boxes.coordinateType) coordinates: only boundaries in ratio coordinates "
                    + "are read")
        }
        return boxes.index
    }

    private static let operatorCode = OperatorCode.custom("TFLite_Detection_PostProcess")

    private static func byOperator(_ graph: Subgraph) -> [Int]? {
        guard let node = graph.nodes.last(where: { $0.code == operatorCode }) else { return nil }
        let places = node.outputs.prefix(4).compactMap { graph.outputs.firstIndex(of: $0) }
        return places.count == 4 ? places : nil
    }

    private static func byMetadata(_ metadata: ModelMetadata?, outputCount: Int) -> [Int]? {
        guard let tensors = metadata?.outputs, tensors.count >= 4, outputCount >= 4 else {
            return nil
        }
        let names = [
            ["location", "locations"], ["category", "classes"], ["score", "scores"],
            ["number of detections"],
        ]
        let places = names.compactMap { names in
            tensors.prefix(outputCount).firstIndex { names.contains($0.name) }
        }
        return places.count == 4 ? places : nil
    }

    /// Finds the outputs by shape: of two equal ones, classes come before scores exactly when boxes
    /// come first.
    private static func byShape(_ outputs: [TensorSpec]) -> [Int]? {
        guard outputs.count >= 4 else { return nil }
        let four = outputs.prefix(4)
        guard
            let boxes = four.firstIndex(where: { $0.shape.rank == 3 && $0.shape[-1] == 4 }),
            let count = four.firstIndex(where: { $0.shape.elementCount == 1 && $0.shape.rank < 2 })
        else { return nil }
        let rest = four.indices.filter { $0 != boxes && $0 != count }
        return boxes < rest[0]
            ? [boxes, rest[0], rest[1], count] : [boxes, rest[1], rest[0], count]
    }

    /// Returns the post-processing operator's `num_classes`, which does not count the background;
    /// its scores may have one column more.
    private static func classCount(_ session: ModelSession) -> Int? {
        let node = session.model.main.nodes.last { $0.code == operatorCode }
        guard let node, let bytes = try? session.model.bytes.slice(node.customOptions),
            let options = try? FlexBuffer(bytes)
        else { return nil }
        let count = options.int("num_classes")
        return count > 0 ? count : nil
    }

    private static func notADetector(_ outputs: [TensorSpec]) -> DetectionError {
        DetectionError(
            .detectorOutputs(shapes: outputs.map(\.shape.dimensions)),
            hint: "; convert it with the post-processing operator inside")
    }
}

import SightModelFile
import SightTensor

/// TFLite_Detection_PostProcess: decodes boxes from anchors and keeps the best that overlap little.
///
/// Inputs: encodings `[1, A, ≥ 4]` as y, x, h, w; scores `[1, A, C]`; anchors `[A, 4]` as center y,
/// x, height, width; float32 or quantized uint8. Outputs, float32, `D = max_detections ×
/// max_classes_per_detection`: boxes `[1, D, 4]` as ymin, xmin, ymax, xmax; classes `[1, D]`, from
/// 0 without the background; scores `[1, D]`; count `[1]`. Rows past the count are 0.
/// - Source: TensorFlow Lite `detection_postprocess`.
enum DetectionPostProcess: Operator {
    static let code = OperatorCode.custom("TFLite_Detection_PostProcess")
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3, outputs: 4)
        let options = try DetectionOptions(node)
        let (encodings, scores) = (try node.input(0), try node.input(1))
        let decoding = try BoxDecoding(encodings, anchors: node.input(2), options, node)
        let columns = try columns(scores, decoding.count, node)
        let background = columns - options.classCount
        guard background == 0 || background == 1 else {
            throw node.fail(
                "scores \(scores.shape) have \(columns) columns for \(options.classCount) classes")
        }
        let outputs = try outputs(options, node)
        let rows = ScoreRows(
            scores: try RealElements(scores, node), columns: columns, background: background)
        node.addPhase(decoding)
        return options.usesRegularSuppression
            ? try RegularSelection(decoding, rows, options, outputs, node)
            : try FastSelection(decoding, rows, options, outputs, node)
    }

    /// Checks the scores and returns the number of their columns.
    private static func columns(_ scores: TensorSpec, _ count: Int, _ node: Preparation)
        throws(ModelError) -> Int
    {
        try node.expectRank(scores, 3...3)
        guard scores.shape[0] == 1, scores.shape[1] == count else {
            throw node.fail("scores \(scores.shape) for \(count) anchors")
        }
        return scores.shape[2]
    }

    private static func outputs(_ options: DetectionOptions, _ node: Preparation)
        throws(ModelError) -> DetectionOutputs
    {
        for index in 0..<4 {
            let output = try node.output(index)
            guard output.elementType == .float32 else { throw node.unsupported(output) }
        }
        let rows = options.maximumDetections * options.classesPerDetection
        return DetectionOutputs(
            boxes: try node.setOutput(0, shape: [1, rows, 4]).slot,
            classes: try node.setOutput(1, shape: [1, rows]).slot,
            scores: try node.setOutput(2, shape: [1, rows]).slot,
            count: try node.setOutput(3, shape: [1]).slot, rowCount: rows)
    }
}

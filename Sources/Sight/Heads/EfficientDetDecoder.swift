/// EfficientDet and EfficientDet-Lite without their post-processing: nine anchors in each cell of
/// strides 8 to 128.
///
/// The outputs are either `[1, N, 4]` corrections and `[1, N, C]` scores, or for each level `[1, h,
/// w, 36]` and `[1, h, w, 9 · C]`.
///
/// - Source: Tan et al., "EfficientDet: Scalable and Efficient Object Detection".
package struct EfficientDetDecoder: HeadDecoder {
    package static let head = DetectionHead.efficientDet
    package static let needs =
        "encodings [1, N, 4] and scores [1, N, classes], N nine anchors for each cell of strides 8 "
        + "to 128, or for each stride [1, h, w, 36] and [1, h, w, 9 · classes]"
    private static let strides = [8, 16, 32, 64, 128]
    private static let anchorsPerCell = 9

    package let outputs: [Int]
    package let evidence: String
    package let suppression = HeadSuppression.byClass
    private let rows: AnchorRows

    package static func bind(_ facts: HeadFacts) throws(DetectionError) -> (any HeadDecoder)? {
        guard facts.metadata?.anchors == nil else { return nil }
        let count = anchorsPerCell * CellGrid.count(facts, strides: strides)
        if let pairs = LevelPairs(facts, strides: strides, boxColumns: 4 * anchorsPerCell) {
            guard pairs.classColumns % anchorsPerCell == 0 else { return nil }
            return try EfficientDetDecoder(
                facts, outputs: pairs.outputs, columns: pairs.classColumns / anchorsPerCell,
                scores: pairs.firstClasses, count: count,
                evidence: "for each of the strides 8 to 128 there are 9 · 4 encodings and "
                    + "9 · \(pairs.classColumns / anchorsPerCell) scores for each cell")
        }
        guard facts.outputs.count == 2,
            let boxes = facts.outputs.first(where: {
                $0.shape.count == 3 && $0.table?.columns == 4 && $0.table?.rows == count
            }), let scores = facts.outputs.first(where: { $0.index != boxes.index }),
            let table = scores.table, table.rows == count, scores.shape.count == 3
        else { return nil }
        return try EfficientDetDecoder(
            facts, outputs: [scores.index, boxes.index], columns: table.columns, scores: scores,
            count: count,
            evidence: "there are encodings \(boxes.shape) and scores \(scores.shape), nine for "
                + "each cell of strides 8 to 128")
    }

    /// Binds the outputs; Lite models of up to 448 pixels have anchors of 3 strides, the others of
    /// 4.
    private init(
        _ facts: HeadFacts, outputs: [Int], columns: Int, scores: HeadFacts.Output, count: Int,
        evidence: String
    ) throws(DetectionError) {
        let scale: Float = max(facts.width, facts.height) <= 448 ? 3 : 4
        let anchors =
            facts.anchors
            ?? AnchorLayout.pyramid(
                width: facts.width, height: facts.height, scale: scale, octaves: 3,
                isAspectMajor: false, followsStride: false)
        guard anchors.count == count else {
            throw DetectionError(.anchorCount(rows: count, anchors: anchors.count))
        }
        self.outputs = outputs
        self.evidence = evidence
        rows = AnchorRows(
            anchors: anchors, decoding: AnchorDecoding(scale: .one), boxColumns: 4,
            scoreColumns: columns, background: 0,
            scores: ScoreReading(isLogit: scores.lacksProbabilities))
    }

    package var classCount: Int? { rows.scoreColumns }

    /// Images in the top-left corner of a black input.
    package var convention: ImageConvention { ImageConvention(fit: .cornerLetterbox) }

    package func candidates(_ values: [[Float]], above least: Float) -> [HeadCandidate] {
        // Levels follow each other in the order of the anchors, so they are one table.
        let half = values.count / 2
        let classes = half == 1 ? values[0] : values[..<half].flatMap(\.self)
        let boxes = half == 1 ? values[1] : values[half...].flatMap(\.self)
        return rows.candidates(boxes, classes, above: least)
    }
}

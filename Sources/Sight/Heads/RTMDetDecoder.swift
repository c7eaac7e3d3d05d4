/// RTMDet: for each of three levels `[1, h, w, C]` class scores before their sigmoid and
/// `[1, h, w, 4]` distances to the four sides in pixels; or, with suppression inside, `[1, K, 5]`
/// corners with a score and `[1, K]` labels.
///
/// - Source: Lyu et al., "RTMDet: An Empirical Study of Designing Real-Time Object Detectors".
package struct RTMDetDecoder: HeadDecoder {
    package static let head = DetectionHead.rtmDet
    package static let needs =
        "for each of the strides 8, 16 and 32 an output [1, h, w, classes] and one [1, h, w, 4], "
        + "or boxes [1, K, 5] and labels [1, K]"
    private static let strides = [8, 16, 32]

    private enum Layout: Sendable {
        case levels(grid: CellGrid, classCount: Int, scores: ScoreReading)
        case boxes(count: Int)
    }
    private let layout: Layout
    private let scale: SIMD4<Float>
    package let outputs: [Int]
    package let evidence: String

    package static func bind(_ facts: HeadFacts) -> (any HeadDecoder)? {
        if let pairs = LevelPairs(facts, strides: strides, boxColumns: 4) {
            return RTMDetDecoder(
                .levels(
                    grid: CellGrid(width: facts.width, height: facts.height, strides: strides),
                    classCount: pairs.classColumns,
                    scores: ScoreReading(isLogit: pairs.firstClasses.lacksProbabilities)),
                facts, outputs: pairs.outputs,
                evidence: "for each of the strides 8, 16 and 32 there are \(pairs.classColumns) "
                    + "scores and 4 distances for each cell")
        }
        let boxes = facts.outputs.first { $0.shape.count == 3 && $0.table?.columns == 5 }
        guard facts.outputs.count == 2, let boxes, let count = boxes.table?.rows,
            let labels = facts.outputs.first(where: { $0.shape == [1, count] })
        else { return nil }
        return RTMDetDecoder(
            .boxes(count: count), facts, outputs: [boxes.index, labels.index],
            evidence: "there are corners with a score \(boxes.shape) and labels \(labels.shape)")
    }

    private init(_ layout: Layout, _ facts: HeadFacts, outputs: [Int], evidence: String) {
        self.layout = layout
        self.outputs = outputs
        self.evidence = evidence
        scale = facts.inputCorners
    }

    package var classCount: Int? {
        if case .levels(_, let count, _) = layout { count } else { nil }
    }

    package var suppression: HeadSuppression {
        if case .levels = layout { .byClass } else { .none }
    }

    /// Images in OpenCV's channel order (BGR), in the top-left corner of a gray input.
    package var convention: ImageConvention {
        ImageConvention(
            fit: .cornerLetterbox, channelOrder: .bgr, normalization: ImageConvention.imageNet,
            padding: 114)
    }

    package func candidates(_ values: [[Float]], above least: Float) -> [HeadCandidate] {
        switch layout {
        case .levels(let grid, let classCount, let scores):
            grid.candidates(
                values, classCount: classCount, scores: scores, scale: scale, above: least
            ) { sides, row, cell in
                DistanceDistribution.corners(
                    cell.x * cell.z, cell.y * cell.z, SIMD4(sides[(4 * row)..<(4 * row + 4)]))
            }
        case .boxes(let count):
            (0..<count).compactMap { row in
                let score = values[0][5 * row + 4]
                guard score > least, let index = Int(exactly: values[1][row].rounded()),
                    index >= 0
                else { return nil }
                let corners = SIMD4<Float>(values[0][(5 * row)..<(5 * row + 4)]) / scale
                return HeadCandidate(corners: corners, classIndex: index, score: score)
            }
        }
    }
}

/// YOLOv5 and YOLOv7: `[1, 3N, 5 + C]`, for each of a cell's three anchors the middle and size of a
/// box, its objectness and the scores of the classes.
///
/// Boxes are pixels of the input or fractions of it; the values tell which.
///
/// - Source: the shapes of exported files, and Wang et al., "YOLOv7".
package struct YOLOv5Decoder: HeadDecoder {
    package static let head = DetectionHead.yolov5
    package static let needs =
        "one output [1, 3N, 5 + classes], N cells of strides 8, 16 and 32, or up to 64"

    package let outputs: [Int]
    package let classCount: Int?
    package let evidence: String
    package let suppression = HeadSuppression.byClass
    private let rows: Int
    private let columns: Int
    private let scores: ScoreReading
    private let scale: SIMD4<Float>

    package static func bind(_ facts: HeadFacts) -> (any HeadDecoder)? {
        for strides in [[8, 16, 32], [8, 16, 32, 64]] {
            let count = 3 * CellGrid.count(facts, strides: strides)
            for output in facts.outputs where output.shape.count == 3 {
                guard let (rows, columns) = output.table, rows == count, columns >= 6 else {
                    continue
                }
                return YOLOv5Decoder(output, rows, columns, strides, facts)
            }
        }
        return nil
    }

    private init(
        _ output: HeadFacts.Output, _ rows: Int, _ columns: Int, _ strides: [Int],
        _ facts: HeadFacts
    ) {
        outputs = [output.index]
        (self.rows, self.columns) = (rows, columns)
        classCount = columns - 5
        scores = ScoreReading(isLogit: false)
        scale = facts.inputCorners
        evidence =
            "the output \(output.shape) has 5 + \(columns - 5) numbers for each of 3 anchors of "
            + "the \(rows / 3) cells of strides \(strides.map(String.init).joined(separator: ", "))"
    }

    package var convention: ImageConvention {
        ImageConvention(fit: .letterbox, normalization: ImageConvention.unit, padding: 114)
    }

    package func candidates(_ values: [[Float]], above least: Float) -> [HeadCandidate] {
        let values = values[0]
        var largest: Float = 0
        for row in 0..<rows {
            largest = max(largest, values[row * columns], values[row * columns + 1])
        }
        let unit = YOLORows.unit(largest: largest, scale: scale)
        var found: [HeadCandidate] = []
        for row in 0..<rows {
            let start = row * columns
            let objectness = values[start + 4]
            guard objectness > least else { continue }
            let best = scores.best(values, start: start + 5, count: columns - 5)
            let score = objectness * best.value
            guard score > least else { continue }
            found.append(
                HeadCandidate(
                    corners: YOLORows.corners(
                        values[start], values[start + 1], values[start + 2], values[start + 3])
                        / unit, classIndex: best.index, score: score))
        }
        return found
    }
}

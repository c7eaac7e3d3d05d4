/// YOLOv8, YOLOv9 and YOLO11: `[1, 4 + C, N]` or `[1, N, 4 + C]`, for each cell the middle and size
/// of a box and the scores of the classes.
///
/// Boxes are pixels of the input or fractions of it; the values tell which.
///
/// - Source: the shapes of exported files, and Wang et al., "YOLOv9".
package struct YOLOv8Decoder: HeadDecoder {
    package static let head = DetectionHead.yolov8
    package static let needs =
        "one output [1, 4 + classes, N] or [1, N, 4 + classes], N cells of strides 8, 16 and 32"
    private static let strides = [8, 16, 32]

    package let outputs: [Int]
    package let classCount: Int?
    package let evidence: String
    package let suppression = HeadSuppression.byClass
    private let rows: Int
    /// The number of elements from one row to the next, and from one column to the next.
    private let rowStride, columnStride: Int
    private let scores: ScoreReading
    private let scale: SIMD4<Float>

    package static func bind(_ facts: HeadFacts) -> (any HeadDecoder)? {
        let count = CellGrid.count(facts, strides: strides)
        for output in facts.outputs where output.shape.count == 3 && output.shape[0] == 1 {
            let (second, third) = (output.shape[1], output.shape[2])
            if third == count, second >= 5 {
                return YOLOv8Decoder(output, columns: second, rows: third, isAcross: true, facts)
            }
            if second == count, third >= 5,
                facts.wanted == head || !YOLORows.hasObjectness(third, facts)
            {
                return YOLOv8Decoder(output, columns: third, rows: second, isAcross: false, facts)
            }
        }
        return nil
    }

    private init(
        _ output: HeadFacts.Output, columns: Int, rows: Int, isAcross: Bool, _ facts: HeadFacts
    ) {
        outputs = [output.index]
        classCount = columns - 4
        self.rows = rows
        (rowStride, columnStride) = isAcross ? (1, rows) : (columns, 1)
        scores = ScoreReading(isLogit: output.isRaw)
        scale = facts.inputCorners
        evidence =
            "the output \(output.shape) has 4 + \(columns - 4) numbers for each of the \(rows) "
            + "cells of strides 8, 16 and 32, and no objectness"
    }

    package var convention: ImageConvention {
        ImageConvention(fit: .letterbox, normalization: ImageConvention.unit, padding: 114)
    }

    package func candidates(_ values: [[Float]], above least: Float) -> [HeadCandidate] {
        let values = values[0]
        var largest: Float = 0
        for row in 0..<rows {
            let start = row * rowStride
            largest = max(largest, values[start], values[start + columnStride])
        }
        let unit = YOLORows.unit(largest: largest, scale: scale)
        let limit = scores.value(ofScore: least)
        var found: [HeadCandidate] = []
        for row in 0..<rows {
            let start = row * rowStride
            let best = scores.best(
                values, start: start + 4 * columnStride, count: classCount ?? 0,
                stride: columnStride)
            guard best.value > limit else { continue }
            let box = (0..<4).map { values[start + $0 * columnStride] }
            found.append(
                HeadCandidate(
                    corners: YOLORows.corners(box[0], box[1], box[2], box[3]) / unit,
                    classIndex: best.index, score: scores.score(best.value)))
        }
        return found
    }
}

/// YOLOv10, and YOLO files with suppression inside: `[1, K, 6]`, rows of left, top, right, bottom,
/// score and class.
///
/// Boxes are pixels of the input or fractions of it; the values tell which. Rows without an object
/// have a score of 0.
///
/// - Source: Wang et al., "YOLOv10: Real-Time End-to-End Object Detection".
package struct YOLOEndToEndDecoder: HeadDecoder {
    package static let head = DetectionHead.yoloEndToEnd
    package static let needs =
        "one output [1, K, 6]: left, top, right, bottom, score and class of up to 1000 boxes"
    private static let rowLimit = 1000

    package let outputs: [Int]
    package let classCount: Int? = nil
    package let evidence: String
    package let suppression = HeadSuppression.none
    private let rows: Int
    private let scale: SIMD4<Float>

    package static func bind(_ facts: HeadFacts) -> (any HeadDecoder)? {
        for output in facts.outputs where output.shape.count == 3 {
            if let (rows, columns) = output.table, columns == 6, rows <= rowLimit {
                return YOLOEndToEndDecoder(output, rows, facts)
            }
        }
        return nil
    }

    private init(_ output: HeadFacts.Output, _ rows: Int, _ facts: HeadFacts) {
        outputs = [output.index]
        self.rows = rows
        scale = facts.inputCorners
        evidence = "the output \(output.shape) has corners, score and class of \(rows) boxes"
    }

    package var convention: ImageConvention {
        ImageConvention(fit: .letterbox, normalization: ImageConvention.unit, padding: 114)
    }

    package func candidates(_ values: [[Float]], above least: Float) -> [HeadCandidate] {
        let values = values[0]
        var largest: Float = 0
        for row in 0..<rows {
            largest = max(largest, values[6 * row + 2], values[6 * row + 3])
        }
        let unit = YOLORows.unit(largest: largest, scale: scale)
        return (0..<rows).compactMap { row in
            let start = 6 * row
            let score = values[start + 4]
            guard score > least, let index = Int(exactly: values[start + 5].rounded()), index >= 0
            else { return nil }
            let corners = SIMD4<Float>(values[start..<(start + 4)]) / unit
            return HeadCandidate(corners: corners, classIndex: index, score: score)
        }
    }
}

import Foundation

/// YOLOX: `[1, N, 5 + C]`, a row of center, size, objectness and classes for each cell.
///
/// The center is measured in strides from the cell's corner, and the size is a logarithm in
/// strides. A graph with an `EXP` computes both itself; then they are pixels.
///
/// - Source: Ge et al., "YOLOX: Exceeding YOLO Series in 2021", and its exported models.
package struct YOLOXDecoder: HeadDecoder {
    package static let head = DetectionHead.yolox
    package static let needs =
        "one output [1, N, 5 + classes], N cells of strides 8, 16 and 32"
    private static let strides = [8, 16, 32]

    package let outputs: [Int]
    package let classCount: Int?
    package let evidence: String
    package let suppression = HeadSuppression.byClass
    private let grid: CellGrid
    private let columns: Int
    private let isDecoded: Bool
    private let scores: ScoreReading
    private let scale: SIMD4<Float>

    package static func bind(_ facts: HeadFacts) -> (any HeadDecoder)? {
        let count = CellGrid.count(facts, strides: strides)
        for output in facts.outputs where output.shape.count == 3 {
            guard let (rows, columns) = output.table, rows == count, columns >= 6 else { continue }
            guard facts.wanted == head || YOLORows.hasObjectness(columns, facts) else {
                continue
            }
            return YOLOXDecoder(output, columns, facts)
        }
        return nil
    }

    private init(_ output: HeadFacts.Output, _ columns: Int, _ facts: HeadFacts) {
        outputs = [output.index]
        self.columns = columns
        classCount = columns - 5
        grid = CellGrid(width: facts.width, height: facts.height, strides: Self.strides)
        isDecoded = facts.operators.contains("EXP")
        scores = ScoreReading(isLogit: output.isRaw)
        scale = facts.inputCorners
        evidence =
            "the output \(output.shape) has a row of 5 + \(columns - 5) for each of the "
            + "\(grid.cells.count) cells of strides 8, 16 and 32"
            + (isDecoded ? "; the graph decodes the boxes" : "")
    }

    /// Images in OpenCV's channel order (BGR), in the top-left corner of a gray input.
    package var convention: ImageConvention {
        ImageConvention(
            fit: .cornerLetterbox, channelOrder: .bgr, normalization: ImageConvention.bytes,
            padding: 114)
    }

    package func candidates(_ values: [[Float]], above least: Float) -> [HeadCandidate] {
        let rows = values[0]
        var found: [HeadCandidate] = []
        for (index, cell) in grid.cells.enumerated() {
            let start = index * columns
            let objectness = scores.score(rows[start + 4])
            guard objectness > least else { continue }
            let best = scores.best(rows, start: start + 5, count: columns - 5)
            let score = objectness * scores.score(best.value)
            guard score > least else { continue }
            found.append(
                HeadCandidate(
                    corners: corners(rows, start, cell), classIndex: best.index, score: score))
        }
        return found
    }

    private func corners(_ rows: [Float], _ start: Int, _ cell: SIMD3<Float>) -> SIMD4<Float> {
        var (x, y, width, height) = (
            rows[start], rows[start + 1], rows[start + 2], rows[start + 3]
        )
        if !isDecoded {
            (x, y) = ((x + cell.x) * cell.z, (y + cell.y) * cell.z)
            (width, height) = (exp(width) * cell.z, exp(height) * cell.z)
        }
        return YOLORows.corners(x, y, width, height) / scale
    }
}

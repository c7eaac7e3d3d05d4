extension CellGrid {
    /// Decodes the boxes of the cells whose best class has a score above `least`, level by level.
    ///
    /// - Parameters:
    ///   - values: the model's outputs: first the class scores of each level, then the box values
    ///     of each level. Each output has one row for each cell of its level.
    ///   - classCount: the number of classes that the model scores for each cell.
    ///   - scores: tells whether class scores are probabilities or come before a sigmoid.
    ///   - scale: the width and height of the model's input, twice. Corners in pixels are divided
    ///     by it, so that they become fractions of the input.
    ///   - least: the score that a box must exceed, in 0…1.
    ///   - corners: returns the corners of a box in pixels of the input, given an output that gives
    ///     boxes, the row of the cell in it, and the cell.
    /// - Returns: the boxes, at most one for each cell.
    func candidates(
        _ values: [[Float]], classCount: Int, scores: ScoreReading, scale: SIMD4<Float>,
        above least: Float,
        corners: (_ output: [Float], _ row: Int, _ cell: SIMD3<Float>) -> SIMD4<Float>
    ) -> [HeadCandidate] {
        let limit = scores.value(ofScore: least)
        let levelCount = starts.count - 1
        var found: [HeadCandidate] = []
        for level in 0..<levelCount {
            let first = starts[level]
            for index in first..<starts[level + 1] {
                let row = index - first
                let best = scores.best(values[level], start: row * classCount, count: classCount)
                guard best.value > limit else { continue }
                let box = corners(values[levelCount + level], row, cells[index])
                found.append(
                    HeadCandidate(
                        corners: box / scale, classIndex: best.index,
                        score: scores.score(best.value)))
            }
        }
        return found
    }
}

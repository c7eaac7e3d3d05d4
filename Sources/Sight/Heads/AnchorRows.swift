/// Decodes one output of boxes and one of scores by anchors.
struct AnchorRows: Sendable {
    let anchors: [AnchorBox]
    let decoding: AnchorDecoding
    /// The number of values of a box, including its key points.
    let boxColumns: Int
    /// The number of values in a row of scores.
    let scoreColumns: Int
    /// The number of columns of scores before the first class.
    let background: Int
    let scores: ScoreReading

    /// Returns the candidates with a score above `least`.
    func candidates(_ boxes: [Float], _ classes: [Float], above least: Float) -> [HeadCandidate] {
        let limit = scores.value(ofScore: least)
        var found: [HeadCandidate] = []
        for (row, anchor) in anchors.enumerated() {
            let best = scores.best(
                classes, start: row * scoreColumns + background, count: scoreColumns - background)
            guard best.value > limit else { continue }
            let start = row * boxColumns
            found.append(
                HeadCandidate(
                    corners: decoding.corners(boxes, start, anchor), classIndex: best.index,
                    score: scores.score(best.value),
                    points: decoding.points(
                        boxes, start + 4, count: (boxColumns - 4) / 2, anchor)))
        }
        return found
    }
}

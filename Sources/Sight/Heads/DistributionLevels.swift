/// Decodes scores and distributions of distances, level by level.
struct DistributionLevels: Sendable {
    /// The positions of the outputs: classes of each level, then distributions of each level.
    let outputs: [Int]
    let classCount: Int
    private let grid: CellGrid
    private let scores: ScoreReading
    /// The point of a cell from which distances count, in strides from the cell's left top corner.
    private let cellMiddle: Float
    private let scale: SIMD4<Float>

    init(_ pairs: LevelPairs, _ facts: HeadFacts, strides: [Int], cellMiddle: Float) {
        outputs = pairs.outputs
        classCount = pairs.classColumns
        grid = CellGrid(width: facts.width, height: facts.height, strides: strides)
        scores = ScoreReading(isLogit: pairs.firstClasses.isRaw)
        self.cellMiddle = cellMiddle
        scale = facts.inputCorners
    }

    /// Returns the candidates with a score above `least`, level by level.
    func candidates(_ values: [[Float]], above least: Float) -> [HeadCandidate] {
        let limit = scores.value(ofScore: least)
        let bins = PicoDetDecoder.bins
        let levelCount = grid.starts.count - 1
        var found: [HeadCandidate] = []
        for level in 0..<levelCount {
            let (classes, distances) = (values[level], values[levelCount + level])
            let first = grid.starts[level]
            for index in first..<grid.starts[level + 1] {
                let row = index - first
                let best = scores.best(classes, start: row * classCount, count: classCount)
                guard best.value > limit else { continue }
                let cell = grid.cells[index]
                let sides = DistanceDistribution.distances(
                    distances, start: row * 4 * bins, bins: bins)
                let corners = DistanceDistribution.corners(
                    (cell.x + cellMiddle) * cell.z, (cell.y + cellMiddle) * cell.z,
                    sides * cell.z)
                found.append(
                    HeadCandidate(
                        corners: corners / scale, classIndex: best.index,
                        score: scores.score(best.value)))
            }
        }
        return found
    }
}

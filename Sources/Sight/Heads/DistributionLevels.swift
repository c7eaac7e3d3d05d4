/// Decodes scores and distributions of distances, level by level.
struct DistributionLevels: Sendable {
    /// The positions of the outputs: classes of each level, then distributions of each level.
    let outputs: [Int]
    let classCount: Int
    private let grid: CellGrid
    private let scores: ScoreReading
    /// The point of a cell from which distances count, in strides from the cell's top-left corner.
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
        let bins = PicoDetDecoder.bins
        return grid.candidates(
            values, classCount: classCount, scores: scores, scale: scale, above: least
        ) { distances, row, cell in
            let sides = DistanceDistribution.distances(distances, start: row * 4 * bins, bins: bins)
            return DistanceDistribution.corners(
                (cell.x + cellMiddle) * cell.z, (cell.y + cellMiddle) * cell.z, sides * cell.z)
        }
    }
}

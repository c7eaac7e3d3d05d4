/// NanoDet-Plus: `[1, N, C + 4 · bins]`, for each cell scores and distributions of the distances
/// from the cell's top-left corner to the four sides.
///
/// Files with two outputs for each level look like PicoDet's; the options tell them apart.
///
/// - Source: the published models of NanoDet-Plus; distances as in "Generalized Focal Loss".
package struct NanoDetPlusDecoder: HeadDecoder {
    package static let head = DetectionHead.nanoDetPlus
    package static let needs =
        "one output [1, N, classes + 32], N cells of strides 8, 16, 32 and 64, or the two outputs "
        + "[1, n, classes] and [1, n, 32] for each stride"
    private static let strides = [8, 16, 32, 64]

    private enum Layout: Sendable {
        case rows(output: Int, scores: ScoreReading)
        case levels(DistributionLevels)
    }
    private let layout: Layout
    private let grid: CellGrid
    private let scale: SIMD4<Float>
    package let classCount: Int?
    package let evidence: String
    package let suppression = HeadSuppression.byClass

    package static func bind(_ facts: HeadFacts) -> (any HeadDecoder)? {
        let count = CellGrid.count(facts, strides: strides)
        let distribution = 4 * PicoDetDecoder.bins
        for output in facts.outputs where output.shape.count == 3 {
            guard let (rows, columns) = output.table, rows == count, columns > distribution else {
                continue
            }
            return NanoDetPlusDecoder(
                .rows(output: output.index, scores: ScoreReading(isLogit: output.isRaw)), facts,
                classCount: columns - distribution,
                evidence: "the output \(output.shape) has \(columns - distribution) + "
                    + "\(distribution) numbers for each of the \(count) cells of strides 8, 16, 32 "
                    + "and 64")
        }
        guard facts.wanted == head,
            let pairs = LevelPairs(facts, strides: strides, boxColumns: distribution)
        else { return nil }
        return NanoDetPlusDecoder(
            .levels(DistributionLevels(pairs, facts, strides: strides, cellMiddle: 0)), facts,
            classCount: pairs.classColumns,
            evidence: "for each of the strides 8, 16, 32 and 64 there are \(pairs.classColumns) "
                + "scores and \(distribution) numbers for each cell")
    }

    private init(_ layout: Layout, _ facts: HeadFacts, classCount: Int, evidence: String) {
        self.layout = layout
        grid = CellGrid(width: facts.width, height: facts.height, strides: Self.strides)
        scale = facts.inputCorners
        self.classCount = classCount
        self.evidence = evidence
    }

    package var outputs: [Int] {
        switch layout {
        case .rows(let output, _): [output]
        case .levels(let levels): levels.outputs
        }
    }

    /// Images in OpenCV's channel order (BGR).
    package var convention: ImageConvention {
        ImageConvention(channelOrder: .bgr, normalization: ImageConvention.imageNet)
    }

    package func candidates(_ values: [[Float]], above least: Float) -> [HeadCandidate] {
        guard case .rows(_, let scores) = layout else {
            guard case .levels(let levels) = layout else { return [] }
            return levels.candidates(values, above: least)
        }
        let classCount = classCount ?? 0
        let bins = PicoDetDecoder.bins
        let columns = classCount + 4 * bins
        let limit = scores.value(ofScore: least)
        var found: [HeadCandidate] = []
        for (index, cell) in grid.cells.enumerated() {
            let start = index * columns
            let best = scores.best(values[0], start: start, count: classCount)
            guard best.value > limit else { continue }
            let sides = DistanceDistribution.distances(
                values[0], start: start + classCount, bins: bins)
            let corners = DistanceDistribution.corners(
                cell.x * cell.z, cell.y * cell.z, sides * cell.z)
            found.append(
                HeadCandidate(
                    corners: corners / scale, classIndex: best.index,
                    score: scores.score(best.value)))
        }
        return found
    }
}

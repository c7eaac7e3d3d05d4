public import SightGeometry

/// How well one object was followed, frame by frame.
///
/// - Source: Wu et al., "Online Object Tracking: A Benchmark", 2013.
public struct SingleObjectMetrics: Hashable, Sendable {
    /// Frames measured.
    public let frames: Int
    /// Area under the success curve: the share of frames whose IoU is above 0, 0.05, … 1, averaged
    /// over these thresholds; in 0…1.
    public let success: Double
    /// Share of frames whose centre is at most 20 pixels off, in 0…1.
    public let precision: Double
    /// Mean IoU, in 0…1.
    public let meanOverlap: Double

    private static let precisionDistance: Float = 20
    private static let thresholds = (0...20).map { Float($0) / 20 }

    /// Measures a sequence; an empty box means that nothing was found.
    ///
    /// - Throws: `lengthMismatch` when there is not one result for each box of ground truth.
    public init(
        groundTruth: [Rect<Upright>], results: [Rect<Upright>]
    ) throws(EvaluationError) {
        guard groundTruth.count == results.count, !results.isEmpty else {
            throw EvaluationError(
                .lengthMismatch,
                "there are \(results.count) results for \(groundTruth.count) boxes of ground truth")
        }
        frames = results.count
        let pairs = zip(groundTruth, results)
        let overlaps = pairs.map { $0.intersectionOverUnion($1) }
        let near = pairs.filter { truth, result in
            let x = truth.center.x - result.center.x
            let y = truth.center.y - result.center.y
            return !result.isEmpty && (x * x + y * y).squareRoot() <= Self.precisionDistance
        }
        let count = Double(frames)
        success =
            Self.thresholds.reduce(0) { sum, threshold in
                sum + Double(overlaps.count { $0 > threshold }) / count
            } / Double(Self.thresholds.count)
        precision = Double(near.count) / count
        meanOverlap = overlaps.reduce(0) { $0 + Double($1) } / count
    }
}

public import SightGeometry

/// The accuracy of a tracker that follows one object, over the frames that have the object.
///
/// - Source: Wu et al., "Online Object Tracking: A Benchmark", 2013; the toolkits of LaSOT and
///   GOT-10k, which leave out the frames without the object.
public struct SingleObjectMetrics: Hashable, Sendable {
    /// The number of frames with the object; all figures are about these.
    public let frames: Int
    /// The number of frames without the object, whose ground truth is an empty box.
    public let absentFrames: Int
    /// The area under the success curve, in 0…1: the share of the frames whose IoU is above a
    /// threshold, averaged over the thresholds 0, 0.05, … 1.
    public let success: Double
    /// The share of the frames in which the centers are at most 20 pixels apart, in 0…1.
    public let precision: Double
    /// The mean IoU, in 0…1.
    public let meanOverlap: Double

    private static let precisionDistance: Float = 20
    private static let thresholds = (0...20).map { Float($0) / 20 }

    /// Compares a sequence of boxes with the ground truth.
    ///
    /// An empty box of the results means that nothing was found. An empty box of the ground truth
    /// means that there was nothing to find, and then no result is right or wrong.
    ///
    /// - Throws: `lengthMismatch` when there is not one result for each box of ground truth,
    ///   `noObject` when all boxes of ground truth are empty.
    public init(
        groundTruth: [Rect<Upright>], results: [Rect<Upright>]
    ) throws(EvaluationError) {
        guard groundTruth.count == results.count, !results.isEmpty else {
            throw EvaluationError(
                .lengthMismatch,
                "there are \(results.count) results for \(groundTruth.count) boxes of ground truth: "
                    + "give one result for each box, and at least one")
        }
        let pairs = zip(groundTruth, results).filter { truth, _ in !truth.isEmpty }
        guard !pairs.isEmpty else {
            throw EvaluationError(
                .noObject,
                "all \(groundTruth.count) boxes of ground truth are empty: give a box for at least "
                    + "one frame", detail: .groundTruth)
        }
        frames = pairs.count
        absentFrames = results.count - frames
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

/// Estimates the motion of the camera from boxes alone: the motion that most objects share.
///
/// Each object votes for the shifts to the detections of similar size around it. The shift that
/// brings most objects onto detections wins. Least squares over the resulting pairs add a scale,
/// for cameras that move forward.
///
/// Goals, in this order: no motion for a still camera; shifts as large as an object; a bounded cost
/// for any number of boxes. For the first goal, the estimator compares the best shifts of the
/// latest frames with no shift: they must explain a clear part of what no shift leaves unexplained.
///
/// - Source: a generalized Hough transform (Ballard, "Generalizing the Hough transform to detect
///   arbitrary shapes", 1981), evaluated at the votes alone; the constants were chosen with
///   synthetic camera motions on five sequences.
package struct BoxCamera: Sendable {
    /// The largest number of objects that vote; the largest objects are taken.
    private static let maximumVoters = 24
    /// The largest number of votes of one object; the nearest detections are taken.
    private static let maximumVotes = 4
    /// The longest shift of an object, in parts of its size.
    private static let reach: Float = 1.5
    /// The largest ratio of widths or heights of an object and its detection.
    private static let sizeChange: Float = 1.4
    /// The largest distance of a shifted object and a supporting detection, in parts of its size.
    private static let tolerance: Float = 0.3
    /// Factor of the sums of earlier frames per new frame.
    private static let memory: Float = 0.9
    /// The part of the unexplained sum that the best shifts must explain when the camera moves, and
    /// the initial unexplained sum.
    private static let explained = (part: Float(0.22), before: Float(2))
    /// The part of the objects that a shift must gain to count without regard to earlier frames.
    private static let jump: Float = 0.35
    /// The number of standard errors at which a shift or a growth is halved.
    private static let doubt = (shift: Float(2), growth: Float(1.5))
    /// The smallest number of pairs for a growth, and the largest growth per frame.
    private static let growth = (pairs: 4, largest: Float(0.1))

    /// An object and the detections of similar size around it, nearest first.
    private struct Voter {
        var middle: SIMD2<Float>
        var size: Float
        var candidates: [SIMD2<Float>]
    }

    private var voters: [Voter] = []
    private var gained: Float = 0
    private var unexplained: Float = 0

    /// Creates an estimator for a new stream.
    package init() {}

    /// Finds the motion that most objects share.
    ///
    /// - Parameters:
    ///   - boxes: the predicted boxes of the objects, for a still camera.
    ///   - found: the boxes of the frame's detections with high scores.
    ///   - minimumSupport: the smallest number of objects that must agree.
    /// - Returns: the motion of the camera; `nil` if the boxes fit a still camera, or if too few
    ///   objects move alike.
    package mutating func motion(
        of boxes: [Corners], to found: [Corners], minimumSupport: Int
    ) -> SimilarityMotion? {
        enlist(boxes, found)
        guard !voters.isEmpty, voters.count >= minimumSupport else { return nil }
        let still = support(of: .zero)
        var (best, shift) = (still, SIMD2<Float>.zero)
        for voter in voters {
            for candidate in voter.candidates.prefix(Self.maximumVotes) {
                let support = support(of: candidate - voter.middle)
                if support > best { (best, shift) = (support, candidate - voter.middle) }
            }
        }
        let count = Float(voters.count)
        gained = Self.memory * gained + best - still
        unexplained = Self.memory * unexplained + count - still
        let isMoving = gained > Self.explained.part * (unexplained + Self.explained.before)
        let isJump = voters.count > minimumSupport && best > still + Self.jump * count
        return isMoving || isJump ? refined(shift, minimumSupport) : nil
    }

    private mutating func enlist(_ boxes: [Corners], _ found: [Corners]) {
        voters.removeAll(keepingCapacity: true)
        for box in boxes.sorted(by: { $0.boxArea > $1.boxArea }).prefix(Self.maximumVoters) {
            let size = box.extent.sum() / 2
            let near = found.filter { candidate in
                let ratio = candidate.extent / box.extent
                return ratio.min() * Self.sizeChange > 1 && ratio.max() < Self.sizeChange
                    && Self.squared(candidate.middle - box.middle)
                        < Self.reach * Self.reach * size * size
            }.map(\.middle).sorted {
                Self.squared($0 - box.middle) < Self.squared($1 - box.middle)
            }
            guard !near.isEmpty else { continue }
            voters.append(Voter(middle: box.middle, size: size, candidates: near))
        }
    }

    /// Returns the number of objects that a shift brings onto a detection; nearer ones count more.
    private func support(of shift: SIMD2<Float>) -> Float {
        voters.reduce(0) { sum, voter in
            let place = voter.middle + shift
            let miss = voter.candidates.reduce(Float.infinity) { min($0, Self.squared($1 - place)) }
            return sum + max(0, 1 - miss / Self.allowance(voter))
        }
    }

    /// Returns the motion of the pairs that a shift makes, shrunk by its uncertainty.
    private func refined(_ shift: SIMD2<Float>, _ minimumSupport: Int) -> SimilarityMotion? {
        var starts: [SIMD2<Float>] = []
        var ways: [SIMD2<Float>] = []
        for voter in voters {
            let place = voter.middle + shift
            let nearest = voter.candidates.min {
                Self.squared($0 - place) < Self.squared($1 - place)
            }
            guard let nearest, Self.squared(nearest - place) < Self.allowance(voter) else {
                continue
            }
            starts.append(voter.middle)
            ways.append(nearest - voter.middle)
        }
        guard ways.count >= minimumSupport, 2 * ways.count >= voters.count else { return nil }
        let middle = Self.median(ways)
        let scatter = Self.median(ways.map { SIMD2(abs($0.x - middle.x), abs($0.y - middle.y)) })
        // 1.4826 is the factor from the median of normal deviations to their standard deviation.
        let error = scatter * (1.4826 / Float(ways.count).squareRoot())
        let sure = SIMD2(
            Self.shrunk(middle.x, variance: error.x * error.x, Self.doubt.shift),
            Self.shrunk(middle.y, variance: error.y * error.y, Self.doubt.shift))
        let center = starts.reduce(.zero, +) / Float(starts.count)
        return SimilarityMotion(
            scale: 1 + Self.growth(of: ways, from: starts, about: center), about: center,
            shift: sure)
    }

    /// Returns the growth of the shifts with the distance from a center, by least squares.
    private static func growth(
        of ways: [SIMD2<Float>], from starts: [SIMD2<Float>], about center: SIMD2<Float>
    ) -> Float {
        guard ways.count >= growth.pairs else { return 0 }
        let mean = ways.reduce(.zero, +) / Float(ways.count)
        let extent = starts.reduce(0) { $0 + squared($1 - center) }
        guard extent > 0 else { return 0 }
        let slope =
            zip(starts, ways).reduce(Float(0)) { $0 + (($1.0 - center) * ($1.1 - mean)).sum() }
            / extent
        let rest = zip(starts, ways).reduce(Float(0)) {
            $0 + squared($1.1 - mean - slope * ($1.0 - center))
        }
        // Each pair has two coordinates; the mean and the slope are three parameters.
        let variance = rest / Float(2 * ways.count - 3) / extent
        return min(
            max(shrunk(slope, variance: variance, doubt.growth), -growth.largest), growth.largest)
    }

    /// Returns a measured value, shrunk towards 0 by its variance.
    private static func shrunk(_ value: Float, variance: Float, _ doubt: Float) -> Float {
        let square = value * value
        guard square > 0 else { return 0 }
        return value * square / (square + doubt * doubt * variance)
    }

    private static func allowance(_ voter: Voter) -> Float {
        tolerance * tolerance * voter.size * voter.size
    }

    private static func squared(_ way: SIMD2<Float>) -> Float { (way * way).sum() }

    private static func median(_ values: [SIMD2<Float>]) -> SIMD2<Float> {
        let x = values.map(\.x).sorted()
        let y = values.map(\.y).sorted()
        return SIMD2(x[values.count / 2], y[values.count / 2])
    }
}

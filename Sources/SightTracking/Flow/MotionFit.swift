/// Finds the motion that most points share, even if others move differently.
package enum MotionFit {
    private static let rounds = 6
    /// The scatter of points that counts as exact, in pixels of level 0.
    private static let precision: Float = 0.5
    /// The number of standard deviations beyond which a point does not belong to the motion.
    private static let reach: Float = 3
    /// The factor from the median of normal deviations to their standard deviation.
    private static let normal: Float = 1.4826

    /// A motion, and the number of points that share it.
    package struct Answer: Sendable {
        /// The motion.
        package var motion: SimilarityMotion
        /// The number of points that share the motion.
        package var support: Int
    }

    /// Finds the similarity motion that most of the points follow, for cameras.
    ///
    /// Least squares with weights that decrease with the distance from the previous round's motion;
    /// the first round starts at the median shift. Up to half of the points may therefore be
    /// outliers.
    ///
    /// - Returns: `nil` for fewer than three points, or if all points are at one place.
    /// - Source: iteratively reweighted least squares with the weights of Geman and McClure, as in
    ///   Black and Rangarajan, "On the Unification of Line Processes, Outlier Rejection, and Robust
    ///   Statistics with Applications in Early Vision", 1996.
    package static func similarity(_ points: [PointFlow.Point]) -> Answer? {
        guard points.count >= 3 else { return nil }
        var motion = SimilarityMotion(turn: SIMD2(1, 0), shift: medianShift(points))
        for _ in 0..<rounds {
            let spread = spread(of: points, from: motion)
            guard let next = leastSquares(points, near: motion, spread) else { return nil }
            motion = next
        }
        let limit = reach * spread(of: points, from: motion)
        return Answer(motion: motion, support: points.count { misfit($0, motion) <= limit })
    }

    /// Finds the shift and the scale that most of the points follow, for objects.
    ///
    /// They are the median of the shifts, and the median growth of the distances between points.
    ///
    /// - Returns: `nil` without points.
    /// - Source: Kalal, Mikolajczyk and Matas, "Forward-Backward Error: Automatic Detection of
    ///   Tracking Failures", 2010.
    package static func shiftAndScale(
        _ points: [PointFlow.Point], about middle: SIMD2<Float>, shortest: Float
    ) -> Answer? {
        guard !points.isEmpty else { return nil }
        let shift = medianShift(points)
        let still = SimilarityMotion(turn: SIMD2(1, 0), shift: shift)
        let limit = reach * spread(of: points, from: still)
        let along = points.filter { misfit($0, still) <= limit }
        var ratios: [Float] = []
        for (index, point) in along.enumerated() {
            for other in along[(index + 1)...] {
                let before = length(point.start - other.start)
                guard before >= shortest else { continue }
                ratios.append(length(point.end - other.end) / before)
            }
        }
        ratios.sort()
        let scale = ratios.count < 3 ? 1 : ratios[ratios.count / 2]
        return Answer(
            motion: SimilarityMotion(scale: scale, about: middle, shift: shift),
            support: along.count)
    }

    private static func leastSquares(
        _ points: [PointFlow.Point], near motion: SimilarityMotion, _ spread: Float
    ) -> SimilarityMotion? {
        var total: Float = 0
        var (start, end) = (SIMD2<Float>.zero, SIMD2<Float>.zero)
        let weights = points.map { point -> Float in
            let part = misfit(point, motion) / (2 * spread)
            let root = 1 / (1 + part * part)
            return root * root
        }
        for (point, weight) in zip(points, weights) {
            total += weight
            start += weight * point.start
            end += weight * point.end
        }
        guard total > 0 else { return nil }
        start /= total
        end /= total
        var (along, across, extent) = (Float(0), Float(0), Float(0))
        for (point, weight) in zip(points, weights) {
            let (from, to) = (point.start - start, point.end - end)
            along += weight * (from * to).sum()
            across += weight * (from.x * to.y - from.y * to.x)
            extent += weight * (from * from).sum()
        }
        guard extent > 0 else { return nil }
        let turn = SIMD2(along, across) / extent
        let still = SimilarityMotion(turn: turn, shift: .zero)
        return SimilarityMotion(turn: turn, shift: end - still.moved(start))
    }

    /// Returns the standard deviation of most points, at least `precision`.
    private static func spread(
        of points: [PointFlow.Point], from motion: SimilarityMotion
    ) -> Float {
        max(precision, normal * median(points.map { misfit($0, motion) }))
    }

    private static func medianShift(_ points: [PointFlow.Point]) -> SIMD2<Float> {
        SIMD2(
            median(points.map { $0.end.x - $0.start.x }),
            median(points.map { $0.end.y - $0.start.y }))
    }

    private static func median(_ values: [Float]) -> Float { values.sorted()[values.count / 2] }

    private static func misfit(_ point: PointFlow.Point, _ motion: SimilarityMotion) -> Float {
        length(motion.moved(point.start) - point.end)
    }

    private static func length(_ way: SIMD2<Float>) -> Float { (way * way).sum().squareRoot() }
}

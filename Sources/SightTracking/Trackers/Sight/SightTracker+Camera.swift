/// What the camera did, told from the boxes alone.
extension SightTracker {
    /// How much larger or smaller a detection may be to count as an object's.
    private static let sizeChange: Float = 1.67
    private static let margin: Float = 0.3
    private static let smallestOverlap: Float = 0.2
    /// Standard errors by which a common shift must stand out.
    private static let significance: Float = 3

    /// Moves all objects by the shift that most of them share, if there is one.
    ///
    /// The shift is the median over objects of the way to their nearest likely detection. It counts
    /// where it is significant against its own scatter, so that a still camera stays still.
    mutating func followCamera() {
        guard tracklets.count >= options.cameraPairs else { return }
        var shifts: [SIMD2<Float>] = []
        for tracklet in tracklets where tracklet.misses == 1 && tracklet.hits > 1 {
            if let shift = likelyShift(of: tracklet) { shifts.append(shift) }
        }
        guard shifts.count >= options.cameraPairs else { return }
        let middle = Self.median(shifts)
        let scatter = Self.median(
            shifts.map { SIMD2(abs($0.x - middle.x), abs($0.y - middle.y)) })
        // 1.4826 makes a standard deviation of the median deviation of normal scatter.
        let error = scatter * 1.4826 / Float(shifts.count).squareRoot()
        var shift = SIMD2<Float>.zero
        for lane in 0..<2 where abs(middle[lane]) > Self.significance * error[lane] {
            shift[lane] = middle[lane]
        }
        guard shift != .zero else { return }
        for index in tracklets.indices { tracklets[index].shift(by: shift) }
    }

    private func likelyShift(of tracklet: ObjectTracklet) -> SIMD2<Float>? {
        let expected = tracklet.predicted
        let grown = expected.expanded(by: Self.margin)
        let size = tracklet.observation.box.extent
        var best = Self.smallestOverlap
        var shift: SIMD2<Float>?
        for observation in observations where observation.score >= options.highScore {
            let ratio = observation.box.extent / size
            guard ratio.min() * Self.sizeChange > 1, ratio.max() < Self.sizeChange else { continue }
            let overlap = grown.intersectionOverUnion(observation.box.expanded(by: Self.margin))
            if overlap > best {
                best = overlap
                shift = observation.box.middle - expected.middle
            }
        }
        return shift
    }

    private static func median(_ values: [SIMD2<Float>]) -> SIMD2<Float> {
        let x = values.map(\.x).sorted()
        let y = values.map(\.y).sorted()
        return SIMD2(x[values.count / 2], y[values.count / 2])
    }
}

/// Precision over recall as the score threshold falls.
///
/// - Source: the COCO detection evaluation.
package struct PrecisionRecallCurve: Sendable {
    /// One threshold.
    package struct Point: Hashable, Sendable {
        /// The score at the threshold.
        package let score: Float
        /// Share of the references that are found.
        package let recall: Double
        /// Share of the found boxes that are right.
        package let precision: Double
    }

    /// By falling score.
    package let points: [Point]
    /// References to be found.
    package let referenceCount: Int

    /// Pools the images' outcomes, `limit` from each.
    init(_ matches: [PictureMatch], limit: Int) {
        let pooled = matches.flatMap { $0.outcomes.prefix(limit) }.enumerated()
            .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
            .map(\.element).filter { !$0.isIgnored }
        let referenceCount = matches.reduce(0) { $0 + $1.referenceCount }
        var correct = 0
        points = pooled.enumerated().map { place, outcome in
            if outcome.isCorrect { correct += 1 }
            return Point(
                score: outcome.score,
                recall: referenceCount > 0 ? Double(correct) / Double(referenceCount) : 0,
                precision: Double(correct) / Double(place + 1))
        }
        self.referenceCount = referenceCount
    }

    /// Share of the references found at the lowest threshold; `nil` without references.
    package var recall: Double? { referenceCount > 0 ? points.last?.recall ?? 0 : nil }

    /// Mean of the best precision at or beyond each of 101 recalls; `nil` without references.
    package var averagePrecision: Double? {
        guard referenceCount > 0 else { return nil }
        var envelope = points.map(\.precision)
        for place in envelope.indices.dropLast().reversed() {
            envelope[place] = max(envelope[place], envelope[place + 1])
        }
        var place = 0
        var sum = 0.0
        for step in 0...100 {
            let recall = Double(step) * 0.01
            while place < points.count, points[place].recall < recall { place += 1 }
            if place < points.count { sum += envelope[place] }
        }
        return sum / 101
    }
}

/// Precision and recall for descending score thresholds.
///
/// - Source: the COCO detection evaluation.
package struct PrecisionRecallCurve: Sendable {
    /// One threshold.
    package struct Point: Hashable, Sendable {
        /// The score at the threshold.
        package let score: Float
        /// The share of the references that are found, in 0…1.
        package let recall: Double
        /// The share of the found boxes that are right, in 0…1.
        package let precision: Double
    }

    /// The points in descending order of score.
    package let points: [Point]
    /// The number of references that count.
    package let referenceCount: Int

    /// Makes a curve of the outcomes of all images, at most `limit` from each.
    init(_ matches: [ImageMatch], limit: Int) {
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

    /// The share of the references that are found at the lowest threshold, in 0…1; `nil` without
    /// references.
    package var recall: Double? { referenceCount > 0 ? points.last?.recall ?? 0 : nil }

    /// The average precision, in 0…1: for each of 101 recalls the best precision at that recall or
    /// a higher one, averaged; `nil` without references.
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

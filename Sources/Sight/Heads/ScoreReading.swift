import Foundation

/// Reads the best class of a row of scores.
package struct ScoreReading: Sendable {
    /// Whether a sigmoid must be applied: the output comes straight from a layer.
    package let isLogit: Bool

    package init(isLogit: Bool) { self.isLogit = isLogit }

    /// Returns the score of a value.
    package func score(_ value: Float) -> Float { isLogit ? Self.sigmoid(value) : value }

    /// Returns the value whose score is `score`, for comparisons before the sigmoid.
    package func value(ofScore score: Float) -> Float {
        guard isLogit else { return score }
        guard score > 0 else { return -.infinity }
        return score < 1 ? log(score / (1 - score)) : .infinity
    }

    package static func sigmoid(_ value: Float) -> Float { 1 / (1 + exp(-value)) }

    /// Returns the largest of `count` values from `start`, `stride` elements apart.
    ///
    /// The first of equal values counts; NaN is never the largest.
    package func best(_ values: [Float], start: Int, count: Int, stride: Int = 1)
        -> (index: Int, value: Float)
    {
        var best = (index: 0, value: -Float.infinity)
        for index in 0..<count {
            let value = values[start + index * stride]
            if value > best.value { best = (index, value) }
        }
        return best
    }
}

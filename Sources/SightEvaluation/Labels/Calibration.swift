/// The accuracy of a classifier as a function of its score.
///
/// - Source: Guo et al., "On Calibration of Modern Neural Networks", ICML 2017: ten bins of equal
///   width; the expected error is the mean gap between score and accuracy, weighted by count.
package struct Calibration: Sendable {
    /// The crops whose scores lie in one tenth of 0…1.
    package struct Bin: Sendable {
        /// The number of crops.
        package fileprivate(set) var count = 0
        fileprivate var correct = 0
        fileprivate var scoreSum = 0.0

        /// The share of the crops whose class is right, in 0…1; `nil` without crops.
        package var accuracy: Double? { count > 0 ? Double(correct) / Double(count) : nil }
        /// The mean score, in 0…1; `nil` without crops.
        package var meanScore: Double? { count > 0 ? scoreSum / Double(count) : nil }
    }

    /// Ten bins in ascending order of score.
    package private(set) var bins = Array(repeating: Bin(), count: 10)

    /// Adds a crop; NaN as a score counts as 0.
    mutating func add(score: Float, isCorrect: Bool) {
        let score = score.isFinite ? Double(min(max(score, 0), 1)) : 0
        let place = min(9, Int(score * 10))
        bins[place].count += 1
        bins[place].correct += isCorrect ? 1 : 0
        bins[place].scoreSum += score
    }

    /// The mean difference between score and accuracy, in 0…1; `nil` without crops.
    var expectedError: Double? {
        let total = bins.reduce(0) { $0 + $1.count }
        guard total > 0 else { return nil }
        return bins.reduce(0) { sum, bin in
            sum + abs(Double(bin.correct) - bin.scoreSum) / Double(total)
        }
    }
}

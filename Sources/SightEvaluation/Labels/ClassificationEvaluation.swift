/// Compares named crops with their annotated classes.
package struct ClassificationEvaluation: Sendable {
    /// The classes, in the order of rows and columns.
    package let classes: [String]
    /// Crops by annotated class (row) and named class (column).
    package private(set) var confusion: [[Int]]
    private var calibration = Calibration()

    /// Makes an evaluation without crops.
    package init(classes: [String]) {
        self.classes = classes
        confusion = Array(
            repeating: Array(repeating: 0, count: classes.count), count: classes.count)
    }

    /// Adds a crop.
    ///
    /// - Parameters:
    ///   - reference: place of the annotated class in ``classes``; others are left out.
    ///   - named: place of the class given.
    ///   - score: how sure the classifier is of it, in 0…1; `nil` when it gave no name, which
    ///     does not count in the calibration.
    package mutating func add(reference: Int, named: Int, score: Float?) {
        guard classes.indices.contains(reference), classes.indices.contains(named) else { return }
        confusion[reference][named] += 1
        if let score { calibration.add(score: score, isCorrect: reference == named) }
    }

    /// Number of crops.
    package var count: Int { confusion.reduce(0) { $0 + $1.reduce(0, +) } }

    /// Share of the crops named right; `nil` without crops.
    package var accuracy: Double? {
        ratio(classes.indices.reduce(0) { $0 + confusion[$1][$1] }, of: count)
    }

    /// Share of a class's crops named so; `nil` without any.
    package func recall(_ index: Int) -> Double? {
        ratio(confusion[index][index], of: confusion[index].reduce(0, +))
    }

    /// Share of the crops named so that are of the class; `nil` without any.
    package func precision(_ index: Int) -> Double? {
        ratio(confusion[index][index], of: confusion.reduce(0) { $0 + $1[index] })
    }

    /// How well scores say how often the classifier is right.
    package var reliability: [Calibration.Bin] { calibration.bins }

    /// Expected calibration error in 0…1; `nil` without crops.
    package var calibrationError: Double? { calibration.expectedError }

    private func ratio(_ part: Int, of whole: Int) -> Double? {
        whole > 0 ? Double(part) / Double(whole) : nil
    }
}

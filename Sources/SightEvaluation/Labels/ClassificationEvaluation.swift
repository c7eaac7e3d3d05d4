/// Compares the classes that a classifier gives to crops with the annotated classes.
package struct ClassificationEvaluation: Sendable {
    /// The classes, in the order of rows and columns.
    package let classes: [String]
    /// The number of crops by annotated class (row) and given class (column).
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
    ///   - reference: index of the annotated class in ``classes``; a crop with another index is not
    ///     counted.
    ///   - named: index of the class that the classifier gave.
    ///   - score: the score of that class, in 0…1; `nil` if the classifier gave none, and then the
    ///     calibration does not count the crop.
    package mutating func add(reference: Int, named: Int, score: Float?) {
        guard classes.indices.contains(reference), classes.indices.contains(named) else { return }
        confusion[reference][named] += 1
        if let score { calibration.add(score: score, isCorrect: reference == named) }
    }

    /// The number of crops.
    package var count: Int { confusion.reduce(0) { $0 + $1.reduce(0, +) } }

    /// The share of the crops whose class is right, in 0…1; `nil` without crops.
    package var accuracy: Double? {
        ratio(classes.indices.reduce(0) { $0 + confusion[$1][$1] }, of: count)
    }

    /// Returns the share of a class's crops that got this class, in 0…1; `nil` without such crops.
    package func recall(_ index: Int) -> Double? {
        ratio(confusion[index][index], of: confusion[index].reduce(0, +))
    }

    /// Returns the share of the crops with this class that belong to it, in 0…1; `nil` without such
    /// crops.
    package func precision(_ index: Int) -> Double? {
        ratio(confusion[index][index], of: confusion.reduce(0) { $0 + $1[index] })
    }

    /// Score and accuracy, by tenths of the score.
    package var reliability: [Calibration.Bin] { calibration.bins }

    /// The expected calibration error, in 0…1; `nil` without crops.
    package var calibrationError: Double? { calibration.expectedError }

    private func ratio(_ part: Int, of whole: Int) -> Double? {
        whole > 0 ? Double(part) / Double(whole) : nil
    }
}

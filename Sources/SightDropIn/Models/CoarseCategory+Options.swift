import Sight

extension CoarseCategory {
    /// Only the best category counts, and none is better than a wrong one.
    static var classifierOptions: ClassifierOptions {
        var options = ClassifierOptions()
        options.labels = allCases.map(\.text)
        options.maximumLabelCount = 1
        return options
    }
}

import Sight

/// The outcome of each label of a classifier.
struct LabelCategories: Sendable {
    private let outcomes: [String: Int]?

    /// Creates the mapping of the coarse classifier, whose class indices are the categories.
    init() { outcomes = nil }

    /// Creates a mapping from label texts to categories; all others are unknown.
    ///
    /// - Throws: ``CommandError`` with status `usage`, naming the file and a category that does
    ///   not exist.
    init(_ map: [String: String], of path: String) throws(CommandError) {
        var outcomes: [String: Int] = [:]
        // In the order of the texts, so that the same file always gives the same message.
        for (text, category) in map.sorted(by: { $0.key < $1.key }) {
            guard let outcome = AnnotatedCrop.outcomes.firstIndex(of: category) else {
                throw CommandError(
                    .usage,
                    "\(path): the label \"\(text)\" has the category \"\(category)\": give "
                        + AnnotatedCrop.outcomeList)
            }
            outcomes[text] = outcome
        }
        self.outcomes = outcomes
    }

    /// Returns the texts of the mapping that are not labels of a classifier, in ascending order.
    ///
    /// Labels of a classifier without label texts have the empty text.
    func texts(unknownTo classifier: Classifier) -> [String] {
        let labels = classifier.headTexts.first ?? []
        let known: Set<String> = labels.isEmpty ? [""] : Set(labels)
        return (outcomes ?? [:]).keys.filter { !known.contains($0) }.sorted()
    }

    /// Returns the outcome of a crop's best label.
    func outcome(of label: Label?) -> Int {
        guard let label else { return AnnotatedCrop.unknown }
        if let outcomes { return outcomes[label.text] ?? AnnotatedCrop.unknown }
        return CoarseCategory(rawValue: label.index)?.rawValue ?? AnnotatedCrop.unknown
    }
}

import Sight

/// The outcome of each label of a classifier.
struct LabelCategories: Sendable {
    private let outcomes: [String: Int]?

    /// Creates the mapping of the coarse classifier, whose class indices are the categories.
    init() { outcomes = nil }

    /// Creates a mapping from label texts to categories; all others are unknown.
    init(_ map: [String: String]) {
        outcomes = map.compactMapValues { AnnotatedCrop.outcomes.firstIndex(of: $0) }
    }

    /// Returns the outcome of a crop's best label.
    func outcome(of label: Label?) -> Int {
        guard let label else { return AnnotatedCrop.unknown }
        if let outcomes { return outcomes[label.text] ?? AnnotatedCrop.unknown }
        return CoarseCategory(rawValue: label.index)?.rawValue ?? AnnotatedCrop.unknown
    }
}

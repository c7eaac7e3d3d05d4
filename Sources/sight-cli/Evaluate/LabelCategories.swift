import Sight

/// What a classifier's labels stand for among the six outcomes.
struct LabelCategories: Sendable {
    private let outcomes: [String: Int]?

    /// The coarse classifier's own: class indices are the categories.
    init() { outcomes = nil }

    /// Label texts with the category of each; unlisted labels and categories mean unknown.
    init(_ map: [String: String]) {
        outcomes = map.compactMapValues { AnnotatedCrop.outcomes.firstIndex(of: $0) }
    }

    /// The outcome that a crop's best label stands for.
    func outcome(of label: Label?) -> Int {
        guard let label else { return AnnotatedCrop.unknown }
        if let outcomes { return outcomes[label.text] ?? AnnotatedCrop.unknown }
        return CoarseCategory(rawValue: label.index)?.rawValue ?? AnnotatedCrop.unknown
    }
}

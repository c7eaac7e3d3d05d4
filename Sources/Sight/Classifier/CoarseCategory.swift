/// The categories of the coarse classifier, in the order of its output.
///
/// Objects of no category, such as animals, people and vehicles, are unknown: they have no label.
///
/// - Source: ML Kit's `DetectedObjectLabelIndex`.
public enum CoarseCategory: Int, CaseIterable, Sendable {
    /// Clothes, shoes, bags.
    case fashionGood = 0
    /// Furniture, tableware, things of a household.
    case homeGood = 1
    /// Dishes, fruit, vegetables, drinks.
    case food = 2
    /// Houses, streets, rooms, landscapes.
    case place = 3
    /// Flowers, trees, potted plants.
    case plant = 4

    /// The label text, as ML Kit spells it.
    public var text: String {
        switch self {
        case .fashionGood: "Fashion good"
        case .homeGood: "Home good"
        case .food: "Food"
        case .place: "Place"
        case .plant: "Plant"
        }
    }
}

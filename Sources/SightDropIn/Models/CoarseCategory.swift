import Sight

/// ML Kit's five coarse categories; the raw value is the label's index.
package enum CoarseCategory: Int, CaseIterable, Sendable {
    /// Clothes, shoes, bags, jewellery.
    case fashionGood
    /// Furniture and things of the household.
    case homeGood
    /// Things to eat and drink.
    case food
    /// Buildings and landscapes.
    case place
    /// Plants and flowers.
    case plant

    /// The label's text.
    package var text: String {
        switch self {
        case .fashionGood: "Fashion good"
        case .homeGood: "Home good"
        case .food: "Food"
        case .place: "Place"
        case .plant: "Plant"
        }
    }

    /// Only the best category counts, and none is better than a wrong one.
    static var classifierOptions: ClassifierOptions {
        var options = ClassifierOptions()
        options.labels = allCases.map(\.text)
        options.maximumLabelCount = 1
        return options
    }
}

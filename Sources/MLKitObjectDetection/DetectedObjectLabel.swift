import Sight
import SightDropIn

/// The text of the label of a coarse category.
public struct DetectedObjectLabel: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String
    /// Makes a category from its text.
    public init(rawValue: String) { self.rawValue = rawValue }
    private init(_ category: CoarseCategory) { rawValue = category.text }

    /// Clothes, shoes, bags, jewellery.
    public static let fashionGood = DetectedObjectLabel(.fashionGood)
    /// Furniture and things of the household.
    public static let homeGood = DetectedObjectLabel(.homeGood)
    /// Things to eat and drink.
    public static let food = DetectedObjectLabel(.food)
    /// Buildings and landscapes.
    public static let place = DetectedObjectLabel(.place)
    /// Plants and flowers.
    public static let plant = DetectedObjectLabel(.plant)
}

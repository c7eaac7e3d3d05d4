import Sight
import SightDropIn

/// The index of the label of a coarse category.
public struct DetectedObjectLabelIndex: RawRepresentable, Hashable, Sendable {
    /// The index.
    public let rawValue: Int
    /// Makes a category from its index.
    public init(rawValue: Int) { self.rawValue = rawValue }
    private init(_ category: CoarseCategory) { rawValue = category.rawValue }

    /// Clothes, shoes, bags, jewellery.
    public static let fashionGood = DetectedObjectLabelIndex(.fashionGood)
    /// Furniture and things of the household.
    public static let homeGood = DetectedObjectLabelIndex(.homeGood)
    /// Things to eat and drink.
    public static let food = DetectedObjectLabelIndex(.food)
    /// Buildings and landscapes.
    public static let place = DetectedObjectLabelIndex(.place)
    /// Plants and flowers.
    public static let plant = DetectedObjectLabelIndex(.plant)
}

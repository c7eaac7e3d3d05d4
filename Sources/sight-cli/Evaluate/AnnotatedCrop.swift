import Sight
import SightGeometry

/// A part of an image whose category is known.
struct AnnotatedCrop: Sendable {
    /// The part; `nil` for the whole image.
    let region: Rect<Upright>?
    /// The place of its category in ``outcomes``.
    let outcome: Int

    /// The categories as annotations spell them, in the order of the classifier's output, and what
    /// belongs to none of them.
    static let outcomes = ["fashion_good", "home_good", "food", "place", "plant", "unknown"]
    /// The place of "unknown".
    static let unknown = outcomes.count - 1

    /// The crops of an image: each box whose category is known, or all of an image without boxes.
    static func crops(of image: AnnotatedImage, in size: Size<Upright>) -> [AnnotatedCrop] {
        guard let boxes = image.boxes, !boxes.isEmpty else {
            return outcome(image.coarse).map { [AnnotatedCrop(region: nil, outcome: $0)] } ?? []
        }
        return boxes.indices.compactMap { place in
            guard let categories = image.box_coarse, categories.indices.contains(place),
                let outcome = outcome(categories[place]), !image.isIgnored(place),
                let region = image.box(place, in: size)
            else { return nil }
            return AnnotatedCrop(region: region, outcome: outcome)
        }
    }

    private static func outcome(_ category: String?) -> Int? {
        category.flatMap { outcomes.firstIndex(of: $0) }
    }
}

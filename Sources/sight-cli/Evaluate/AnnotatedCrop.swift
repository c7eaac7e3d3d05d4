import SightGeometry

/// A part of an image with a known category.
struct AnnotatedCrop: Sendable {
    /// The region of the image; `nil` for the whole image.
    let region: Upright.Rect?
    /// The index of its category in ``outcomes``.
    let outcome: Int

    /// The names of the categories in annotations, in the order of the classifier's output, and
    /// "unknown" for everything else.
    static let outcomes = ["fashion_good", "home_good", "food", "place", "plant", "unknown"]
    /// The index of "unknown".
    static let unknown = outcomes.count - 1
    /// The names in a sentence.
    static let outcomeList =
        outcomes.dropLast().joined(separator: ", ") + " or " + outcomes[unknown]

    /// Returns the boxes with known categories, or the whole image if it has no boxes.
    static func crops(of image: AnnotatedImage, in size: Upright.Size) -> [AnnotatedCrop] {
        guard let boxes = image.boxes, !boxes.isEmpty else {
            return outcome(image.coarse).map { [AnnotatedCrop(region: nil, outcome: $0)] } ?? []
        }
        return zip(boxes, image.box_coarse ?? []).enumerated().compactMap { place, annotated in
            let (corners, category) = annotated
            guard let outcome = outcome(category), !image.isIgnored(place) else { return nil }
            return AnnotatedCrop(region: AnnotatedImage.box(corners, in: size), outcome: outcome)
        }
    }

    private static func outcome(_ category: String?) -> Int? {
        category.flatMap { outcomes.firstIndex(of: $0) }
    }
}

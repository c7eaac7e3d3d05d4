import Foundation
import SightEvaluation
import SightGeometry

/// One line of an annotation file: an image, its objects, and what may be concluded from them.
struct AnnotatedImage: Decodable, Sendable {
    /// The image, relative to the annotation file's folder.
    let file: String
    /// Corners `[x0, y0, x1, y1]` as fractions of the upright image.
    let boxes: [[Float]]?
    /// Category of each box; `null` where it is ambiguous.
    let box_coarse: [String?]?
    /// 1 for boxes that are neither right nor wrong when found.
    let ignore: [Int]?
    /// Who drew the boxes: `human` and `mask` are trusted to measure with.
    let boxes_kind: String?
    /// `exhaustive` when everything is boxed, so that other boxes are wrong.
    let coverage: String?
    /// Category of the whole image; `null` when it is boxed or ambiguous.
    let coarse: String?
    /// The collection that the image comes from.
    let source: String?

    /// Whether people drew the boxes; unsaid means yes.
    var isDrawnByPeople: Bool { ["human", "mask"].contains(boxes_kind ?? "human") }
    /// Whether everything is boxed; unsaid means yes.
    var isExhaustive: Bool { coverage ?? "exhaustive" == "exhaustive" }

    /// The boxes in pixels of an image of this size.
    func references(in size: Size<Upright>) -> [ReferenceBox] {
        (boxes ?? []).enumerated().compactMap { place, _ in
            box(place, in: size).map { ReferenceBox(box: $0, isIgnored: isIgnored(place)) }
        }
    }

    /// One box in pixels; `nil` when it is none.
    func box(_ place: Int, in size: Size<Upright>) -> Rect<Upright>? {
        guard let corners = boxes?[place], corners.count == 4, corners.allSatisfy(\.isFinite) else {
            return nil
        }
        let rect = Rect<Upright>(
            minX: corners[0] * size.width, minY: corners[1] * size.height,
            maxX: corners[2] * size.width, maxY: corners[3] * size.height)
        return rect.isEmpty ? nil : rect
    }

    /// Whether a box is neither right nor wrong when found.
    func isIgnored(_ place: Int) -> Bool {
        ignore.map { $0.indices.contains(place) && $0[place] != 0 } ?? false
    }
}

import Foundation
import SightEvaluation
import SightGeometry

/// One line of an annotation file: an image, its objects, and the way it was annotated.
///
/// ``AnnotationFile`` refuses lines with a ``mistake``.
struct AnnotatedImage: Decodable, Sendable {
    /// The path of the image, relative to the folder of the annotation file or absolute.
    let file: String
    /// The corners `[x0, y0, x1, y1]` of each box as fractions of the upright image.
    let boxes: [[Float]]?
    /// The category of each box; `null` if it is ambiguous.
    let box_coarse: [String?]?
    /// 1 for each box that counts neither as right nor as wrong when it is found.
    let ignore: [Int]?
    /// The source of the boxes, one of ``kinds`` or a name that starts with `auto-`; `human` and
    /// `mask` are exact enough to measure with.
    let boxes_kind: String?
    /// One of ``coverages``: `exhaustive` if all objects have boxes, so that any other box that is
    /// found is wrong.
    let coverage: String?
    /// The category of the whole image; `null` if the image has boxes or is ambiguous.
    let coarse: String?
    /// The data set of the image.
    let source: String?

    /// The values of ``boxes_kind`` besides the names of programs.
    static let kinds = ["human", "mask", "none"]
    /// The values of ``coverage``.
    static let coverages = ["exhaustive", "partial", "main", "none"]

    /// Whether people drew the boxes; yes by default.
    var isDrawnByPeople: Bool { ["human", "mask"].contains(boxes_kind ?? "human") }
    /// Whether all objects have boxes; yes by default.
    var isExhaustive: Bool { coverage ?? "exhaustive" == "exhaustive" }

    /// Returns the boxes in pixels of an image of this size.
    func references(in size: Upright.Size) -> [ReferenceBox] {
        (boxes ?? []).enumerated().map { place, corners in
            ReferenceBox(box: Self.box(corners, in: size), isIgnored: isIgnored(place))
        }
    }

    /// Returns a box in pixels; ``AnnotationFile`` has checked that it has four corners.
    static func box(_ corners: [Float], in size: Upright.Size) -> Upright.Rect {
        Upright.Rect(
            minX: corners[0] * size.width, minY: corners[1] * size.height,
            maxX: corners[2] * size.width, maxY: corners[3] * size.height)
    }

    /// Whether a box counts neither as right nor as wrong when it is found.
    func isIgnored(_ place: Int) -> Bool {
        ignore.map { $0.indices.contains(place) && $0[place] != 0 } ?? false
    }
}

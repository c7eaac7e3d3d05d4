/// The check of a line.
///
/// A box or a category that is wrong is an error: without it, the rest of the line would be
/// measured, and the figures would look better than they are. So is a value that is not in the
/// format: it would leave out the image.
extension AnnotatedImage {
    /// The part of the image's sides by which a box may extend beyond the image.
    ///
    /// Some tools round fractions, or let people draw beyond the edge. Boxes in pixels exceed 1 by
    /// far more, unless they are no larger than a pixel.
    private static let overhang: Float = 0.01

    /// The first mistake: the field, its bad value, and what to give instead; `nil` if there is
    /// none.
    ///
    /// `null` is not a mistake where a category is ambiguous, nor is a field that is absent.
    var mistake: String? {
        let boxCount = boxes?.count ?? 0
        for (place, corners) in (boxes ?? []).enumerated() {
            if let mistake = Self.mistake(corners, at: place) { return mistake }
        }
        for (field, count) in [("box_coarse", box_coarse?.count), ("ignore", ignore?.count)] {
            guard let count, count != boxCount else { continue }
            return "\(field) has the length \(count), and boxes \(boxCount): give an entry for "
                + "each box"
        }
        for (place, category) in (box_coarse ?? []).enumerated() {
            if let mistake = Self.mistake(category, of: "box_coarse[\(place)]") { return mistake }
        }
        return Self.mistake(coarse, of: "coarse") ?? unknownValue
    }

    /// The mistake of a value that the format does not have.
    private var unknownValue: String? {
        if let kind = boxes_kind, !Self.kinds.contains(kind), !kind.hasPrefix("auto-") {
            return "boxes_kind is \"\(kind)\": give human or mask for boxes that people drew, "
                + "auto-… for those of a program, or none"
        }
        if let coverage, !Self.coverages.contains(coverage) {
            return "coverage is \"\(coverage)\": give exhaustive, partial, main or none"
        }
        return nil
    }

    private static func mistake(_ corners: [Float], at place: Int) -> String? {
        guard corners.count == 4 else {
            return "boxes[\(place)] has \(corners.count) numbers: give four, x0, y0, x1 and y1"
        }
        let range = -overhang...1 + overhang
        guard corners.allSatisfy({ range.contains($0) }) else {
            return "boxes[\(place)] is \(corners): give x0, y0, x1 and y1 as fractions of the "
                + "image, 0 to 1, not as pixels"
        }
        guard corners[0] < corners[2], corners[1] < corners[3] else {
            return "boxes[\(place)] is \(corners), which covers nothing: x0 must be less than x1, "
                + "and y0 less than y1"
        }
        return nil
    }

    private static func mistake(_ category: String?, of field: String) -> String? {
        guard let category, !AnnotatedCrop.outcomes.contains(category) else { return nil }
        return "\(field) is \"\(category)\": give \(AnnotatedCrop.outcomeList), or null if it is "
            + "ambiguous"
    }
}

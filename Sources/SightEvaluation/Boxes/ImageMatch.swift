import SightGeometry

/// The outcomes of one image's found boxes, for one minimum overlap and one object size.
///
/// - Source: the COCO detection evaluation: found boxes choose in order of score; each takes the
///   free reference that it overlaps most, ignored ones last; found boxes outside the size's areas
///   that match nothing do not count.
package struct ImageMatch: Sendable {
    /// A found box that counts.
    struct Outcome: Sendable {
        let score: Float
        let isCorrect: Bool
        let isIgnored: Bool
    }

    /// The outcomes in descending order of score.
    let outcomes: [Outcome]
    /// The number of references that count.
    let referenceCount: Int

    /// The largest number of found boxes that are compared.
    package static let limit = 100

    /// Matches found boxes with references.
    ///
    /// - Parameters:
    ///   - found: the found boxes, best score first.
    ///   - references: the annotated objects.
    ///   - overlaps: the overlaps of each found box with each reference.
    ///   - minimumOverlap: the least overlap of a match.
    ///   - size: the sizes of objects that count.
    init(
        found: ArraySlice<ScoredBox>, references: [ReferenceBox], overlaps: [[Double]],
        minimumOverlap: Double, size: BoxSize
    ) {
        let ignored = references.map {
            $0.isIgnored || !size.areas.contains(Double($0.box.width) * Double($0.box.height))
        }
        let order = references.indices.sorted { !ignored[$0] && ignored[$1] }
        var isTaken = Array(repeating: false, count: references.count)
        var outcomes: [Outcome] = []
        for (place, candidate) in found.enumerated() {
            var best = min(minimumOverlap, 1 - 1e-10)
            var match: Int?
            for index in order where !isTaken[index] || references[index].isIgnored {
                if let match, !ignored[match], ignored[index] { break }
                guard overlaps[place][index] >= best else { continue }
                best = overlaps[place][index]
                match = index
            }
            if let match { isTaken[match] = true }
            let area = Double(candidate.box.width) * Double(candidate.box.height)
            outcomes.append(
                Outcome(
                    score: candidate.score, isCorrect: match != nil,
                    isIgnored: match.map { ignored[$0] } ?? !size.areas.contains(area)))
        }
        self.outcomes = outcomes
        referenceCount = ignored.count { !$0 }
    }
}

import SightGeometry
import SightTracking

/// The ground truth and the results of one sequence, frame by frame: the input of all tracking
/// metrics.
///
/// - Source: the rules of TrackEval. A row of ground truth counts if its flag is not 0 and its
///   class, if it has one, is 1 (pedestrian). A result is removed if it matches a row of a neutral
///   class (people on vehicles, static people, distractors, reflections).
public struct MOTSequence: Sendable {
    /// One frame; identities are numbered from 0.
    struct Frame: Sendable {
        var truths: [Int] = []
        var results: [Int] = []
        /// The IoU of each truth with each result, `truths.count × results.count`, row by row.
        var similarity: [Double] = []
    }

    let frames: [Frame]
    let truthIdentities: Int
    let resultIdentities: Int

    private static let distractors: Set<Int> = [2, 7, 8, 12]
    private static let distractorIoU = 0.5
    /// The limits of compared pairs: of boxes in a frame, of boxes in all frames, and of
    /// identities.
    ///
    /// Memory grows with them, and the products of a file's counts have no other limit.
    private static let limits = (frame: 1 << 22, frames: 1 << 29, identities: 1 << 23)

    /// Makes a sequence from its rows.
    ///
    /// Results with negative identities are ignored.
    ///
    /// - Throws: `duplicateIdentity` when an identity has two boxes in a frame, with the input as
    ///   detail; `tooLarge` for too many pairs of boxes or identities.
    public init(groundTruth: [MOTRow], results: [MOTRow]) throws(EvaluationError) {
        let truths = Dictionary(grouping: groundTruth, by: \.frame)
        let found = Dictionary(grouping: results.filter(\.countsAsResult), by: \.frame)
        var truthNumbers: [Int: Int] = [:]
        var resultNumbers: [Int: Int] = [:]
        var frames: [Frame] = []
        var matching = Assignment()
        var pairs = 0
        for frame in Set(truths.keys).union(found.keys).sorted() {
            let all = truths[frame] ?? []
            let (product, overflow) = all.count.multipliedReportingOverflow(
                by: found[frame]?.count ?? 0)
            try Self.check(overflow ? .max : product, Self.limits.frame, "boxes in frame \(frame)")
            pairs += product
            try Self.check(pairs, Self.limits.frames, "boxes")
            let counted = all.filter(\.countsAsTruth)
            let kept = Self.removingDistractors(found[frame] ?? [], among: all, &matching)
            frames.append(
                Frame(
                    truths: try Self.number(counted, .groundTruth, &truthNumbers),
                    results: try Self.number(kept, .results, &resultNumbers),
                    similarity: Self.similarity(counted, kept)))
        }
        self.frames = frames
        truthIdentities = truthNumbers.count
        resultIdentities = resultNumbers.count
        let (product, overflow) = truthIdentities.multipliedReportingOverflow(by: resultIdentities)
        try Self.check(overflow ? .max : product, Self.limits.identities, "identities")
    }

    private static func check(
        _ count: Int, _ limit: Int, _ parts: @autoclosure () -> String
    ) throws(EvaluationError) {
        guard count <= limit else {
            throw EvaluationError(
                .tooLarge,
                "there are \(count) pairs of \(parts()), the limit is \(limit): compare fewer "
                    + "frames")
        }
    }

    /// The number of boxes of ground truth that count.
    var truthCount: Int { frames.reduce(0) { $0 + $1.truths.count } }
    /// The number of boxes of results.
    var resultCount: Int { frames.reduce(0) { $0 + $1.results.count } }

    private static func number(
        _ rows: [MOTRow], _ input: EvaluationInput, _ numbers: inout [Int: Int]
    ) throws(EvaluationError) -> [Int] {
        var seen: Set<Int> = []
        var identities: [Int] = []
        for row in rows {
            guard seen.insert(row.id).inserted else {
                let source = input == .groundTruth ? "ground truth" : "the results"
                throw EvaluationError(
                    .duplicateIdentity,
                    "frame \(row.frame) of \(source) has identity \(row.id) twice: "
                        + "each identity may have one box in a frame", detail: input)
            }
            let next = numbers.count
            identities.append(numbers[row.id, default: next])
            if numbers[row.id] == nil { numbers[row.id] = next }
        }
        return identities
    }

    private static func removingDistractors(
        _ results: [MOTRow], among truths: [MOTRow], _ assignment: inout Assignment
    ) -> [MOTRow] {
        let isDistractor = truths.map { distractors.contains($0.classIndex ?? MOTRow.countedClass) }
        guard isDistractor.contains(true), !results.isEmpty else { return results }
        let overlaps = similarity(truths, results)
            .map { $0 < distractorIoU - Double.ulpOfOne ? 0 : -$0 }
        assignment.solve(overlaps, rows: truths.count, columns: results.count)
        var removed: Set<Int> = []
        for (truth, column) in assignment.columnOfRow.enumerated()
        where column >= 0 && isDistractor[truth] && overlaps[truth * results.count + column] < 0 {
            removed.insert(column)
        }
        return results.indices.filter { !removed.contains($0) }.map { results[$0] }
    }

    private static func similarity(_ truths: [MOTRow], _ results: [MOTRow]) -> [Double] {
        var values: [Double] = []
        values.reserveCapacity(truths.count * results.count)
        for truth in truths {
            for result in results { values.append(overlap(truth.box, result.box)) }
        }
        return values
    }

    /// Returns the IoU in double precision, because whole numbers can meet the thresholds exactly.
    private static func overlap(_ left: Rect<Upright>, _ right: Rect<Upright>) -> Double {
        guard !left.isEmpty, !right.isEmpty else { return 0 }
        let width =
            min(Double(left.x) + Double(left.width), Double(right.x) + Double(right.width))
            - Double(max(left.x, right.x))
        let height =
            min(Double(left.y) + Double(left.height), Double(right.y) + Double(right.height))
            - Double(max(left.y, right.y))
        guard width > 0, height > 0 else { return 0 }
        let shared = width * height
        return shared
            / (Double(left.width) * Double(left.height) + Double(right.width)
                * Double(right.height) - shared)
    }
}

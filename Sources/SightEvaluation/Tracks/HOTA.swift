import SightTracking

/// Higher order tracking accuracy: one number for detection, association and localization.
///
/// - Source: Luiten et al., "HOTA: A Higher Order Metric for Evaluating Multi-Object Tracking",
///   2021, with the thresholds and the matching of TrackEval.
public struct HOTA: Hashable, Sendable {
    /// The IoU thresholds, 0.05 to 0.95; each array below has one number for each of them.
    static let thresholds = (1...19).map { 0.05 * Double($0) }

    private(set) var hits: [Double]
    private(set) var misses: [Double]
    private(set) var falseAlarms: [Double]
    private(set) var association: [Double]
    private(set) var localization: [Double]

    /// HOTA, in 0…1.
    public var value: Double {
        Self.mean(zip(detectionAccuracies, association).map { ($0 * $1).squareRoot() })
    }
    /// DetA: the share of hits among hits, misses and false alarms, in 0…1.
    public var detectionAccuracy: Double { Self.mean(detectionAccuracies) }
    /// AssA: the mean association score of the hits, in 0…1: the Jaccard index of the frames of the
    /// object and of the identity.
    public var associationAccuracy: Double { Self.mean(association) }
    /// LocA: the mean IoU of the hits, in 0…1.
    public var localizationAccuracy: Double { Self.mean(localization) }

    private var detectionAccuracies: [Double] {
        hits.indices.map { hits[$0] / max(1, hits[$0] + misses[$0] + falseAlarms[$0]) }
    }

    private static func mean(_ values: [Double]) -> Double {
        values.reduce(0, +) / Double(values.count)
    }

    private init() {
        let zeros = [Double](repeating: 0, count: Self.thresholds.count)
        hits = zeros
        misses = zeros
        falseAlarms = zeros
        association = zeros
        localization = zeros
    }

    /// Computes the metric of a sequence.
    init(_ sequence: MOTSequence) {
        self.init()
        guard sequence.resultCount > 0, sequence.truthCount > 0 else {
            misses = misses.map { _ in Double(sequence.truthCount) }
            falseAlarms = falseAlarms.map { _ in Double(sequence.resultCount) }
            localization = localization.map { _ in 1 }
            return
        }
        let table = IdentityTable(sequence)
        let alignment = table.alignment(of: sequence)
        var joint = hits.map { _ in [Double](repeating: 0, count: table.pairCount) }
        var assignment = Assignment()
        for frame in sequence.frames {
            count(frame, alignment, table, &assignment, &joint)
        }
        for index in hits.indices {
            association[index] = table.association(joint[index]) / max(1, hits[index])
            localization[index] = max(1e-10, localization[index]) / max(1e-10, hits[index])
        }
    }

    /// Combines several sequences: hits are added up, and associations are weighted by hits.
    init(combining parts: [HOTA]) {
        self.init()
        for index in hits.indices {
            hits[index] = parts.reduce(0) { $0 + $1.hits[index] }
            misses[index] = parts.reduce(0) { $0 + $1.misses[index] }
            falseAlarms[index] = parts.reduce(0) { $0 + $1.falseAlarms[index] }
            let weight = max(1e-10, hits[index])
            association[index] =
                parts.reduce(0) { $0 + $1.association[index] * $1.hits[index] } / weight
            let located = parts.reduce(0) { $0 + $1.localization[index] * $1.hits[index] }
            localization[index] = max(1e-10, located) / weight
        }
    }

    private mutating func count(
        _ frame: MOTSequence.Frame, _ alignment: [Double], _ table: IdentityTable,
        _ assignment: inout Assignment, _ joint: inout [[Double]]
    ) {
        let columns = frame.results.count
        var costs: [Double] = []
        costs.reserveCapacity(frame.similarity.count)
        for (row, truth) in frame.truths.enumerated() {
            for (column, result) in frame.results.enumerated() {
                costs.append(
                    -alignment[table.pair(truth, result)] * frame.similarity[row * columns + column]
                )
            }
        }
        assignment.solve(costs, rows: frame.truths.count, columns: columns)
        var matched = [Int](repeating: 0, count: hits.count)
        for (row, truth) in frame.truths.enumerated() {
            let column = assignment.columnOfRow[row]
            guard column >= 0 else { continue }
            let overlap = frame.similarity[row * columns + column]
            for (index, threshold) in Self.thresholds.enumerated()
            where overlap >= threshold - Double.ulpOfOne {
                matched[index] += 1
                localization[index] += overlap
                joint[index][table.pair(truth, frame.results[column])] += 1
            }
        }
        for index in hits.indices {
            hits[index] += Double(matched[index])
            misses[index] += Double(frame.truths.count - matched[index])
            falseAlarms[index] += Double(columns - matched[index])
        }
    }
}

import SightTracking

/// The identity metrics: each object of the ground truth is assigned one identity of the results,
/// for the whole sequence.
///
/// - Source: Ristani et al., "Performance Measures and a Data Set for Multi-Target, Multi-Camera
///   Tracking", 2016.
public struct IdentityMetrics: Hashable, Sendable {
    /// The number of boxes with the right identity.
    public private(set) var hits = 0
    /// The number of boxes of ground truth that have no box with the right identity.
    public private(set) var misses = 0
    /// The number of boxes of results with a wrong identity or without ground truth.
    public private(set) var falseAlarms = 0

    private static let smallestOverlap = 0.5

    /// IDF1: the harmonic mean of precision and recall, in 0…1.
    public var f1: Double {
        Double(hits) / max(1, Double(hits) + 0.5 * Double(falseAlarms) + 0.5 * Double(misses))
    }
    /// IDP: the share of the boxes of results that are hits, in 0…1.
    public var precision: Double { Double(hits) / Double(max(1, hits + falseAlarms)) }
    /// IDR: the share of the boxes of ground truth that are hits, in 0…1.
    public var recall: Double { Double(hits) / Double(max(1, hits + misses)) }

    /// Computes the metrics of a sequence.
    init(_ sequence: MOTSequence) {
        let table = IdentityTable(sequence)
        var shared = [Double](repeating: 0, count: table.pairCount)
        for frame in sequence.frames {
            for (position, overlap) in frame.similarity.enumerated()
            where overlap >= Self.smallestOverlap {
                let truth = frame.truths[position / frame.results.count]
                shared[table.pair(truth, frame.results[position % frame.results.count])] -= 1
            }
        }
        // The remaining boxes of both sides are the misses and false alarms. So the assignment with
        // the most shared frames is also the paper's assignment with the least cost.
        var assignment = Assignment()
        assignment.solve(
            shared, rows: sequence.truthIdentities, columns: sequence.resultIdentities)
        for (truth, result) in assignment.columnOfRow.enumerated() where result >= 0 {
            hits += Int(-shared[table.pair(truth, result)])
        }
        misses = sequence.truthCount - hits
        falseAlarms = sequence.resultCount - hits
    }

    /// Combines the metrics of several sequences by sums.
    init(combining parts: [IdentityMetrics]) {
        hits = parts.reduce(0) { $0 + $1.hits }
        misses = parts.reduce(0) { $0 + $1.misses }
        falseAlarms = parts.reduce(0) { $0 + $1.falseAlarms }
    }
}

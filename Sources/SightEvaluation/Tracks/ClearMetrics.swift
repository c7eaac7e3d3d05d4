import SightTracking

/// The CLEAR metrics: errors counted frame by frame.
///
/// - Source: Bernardin and Stiefelhagen, "Evaluating Multiple Object Tracking Performance: The
///   CLEAR MOT Metrics", 2008, with the matching of TrackEval, which prefers the pairs of the
///   previous frame.
public struct ClearMetrics: Hashable, Sendable {
    /// The number of boxes of ground truth that were found.
    public private(set) var hits = 0
    /// The number of boxes of ground truth that were not found.
    public private(set) var misses = 0
    /// The number of boxes of results that match no ground truth.
    public private(set) var falseAlarms = 0
    /// The number of times that an object of the ground truth changed its identity.
    public private(set) var identitySwitches = 0
    /// The number of times that an object of the ground truth was lost and found again.
    public private(set) var fragmentations = 0
    /// The number of objects that were found in more than 80% of their frames.
    public private(set) var mostlyTracked = 0
    /// The number of objects that were found in less than 20% of their frames.
    public private(set) var mostlyLost = 0
    /// The number of objects in the ground truth.
    public private(set) var objects = 0
    private var overlapSum = 0.0

    private static let smallestOverlap = 0.5

    /// MOTA: 1 minus the number of errors per box of ground truth; at most 1, possibly negative,
    /// and 0 without ground truth, as in TrackEval.
    public var accuracy: Double {
        guard truthCount > 0 else { return 0 }
        return Double(hits - falseAlarms - identitySwitches) / Double(truthCount)
    }
    /// The number of boxes of ground truth.
    package var truthCount: Int { hits + misses }
    /// MOTP: the mean IoU of the hits, in 0…1.
    public var precision: Double { overlapSum / Double(max(1, hits)) }

    /// Computes the metrics of a sequence.
    init(_ sequence: MOTSequence) {
        objects = sequence.truthIdentities
        var lives = [Life](repeating: Life(), count: objects)
        var assignment = Assignment()
        var before: [Int: Int] = [:]
        guard sequence.resultCount > 0 else {
            misses = sequence.truthCount
            mostlyLost = objects
            return
        }
        for frame in sequence.frames { count(frame, &lives, &before, &assignment) }
        for life in lives {
            let ratio = Double(life.found) / Double(max(1, life.frames))
            if ratio > 0.8 { mostlyTracked += 1 }
            if ratio < 0.2 { mostlyLost += 1 }
            fragmentations += max(0, life.appearances - 1)
        }
    }

    /// Combines the metrics of several sequences by sums.
    init(combining parts: [ClearMetrics]) {
        for part in parts {
            hits += part.hits
            misses += part.misses
            falseAlarms += part.falseAlarms
            identitySwitches += part.identitySwitches
            fragmentations += part.fragmentations
            mostlyTracked += part.mostlyTracked
            mostlyLost += part.mostlyLost
            objects += part.objects
            overlapSum += part.overlapSum
        }
    }

    /// The history of one object of the ground truth.
    private struct Life {
        var frames = 0
        var found = 0
        var appearances = 0
        var identity: Int?
    }

    /// Counts a frame.
    ///
    /// `before` has the identities of the objects that the previous frame found. Going through all
    /// objects instead would take a time of frames × objects.
    private mutating func count(
        _ frame: MOTSequence.Frame, _ lives: inout [Life], _ before: inout [Int: Int],
        _ assignment: inout Assignment
    ) {
        for truth in frame.truths { lives[truth].frames += 1 }
        // As in TrackEval, a frame without ground truth or without results interrupts no track.
        guard !frame.similarity.isEmpty else {
            misses += frame.truths.count
            falseAlarms += frame.results.count
            return
        }
        let columns = frame.results.count
        let costs = frame.similarity.enumerated().map { position, overlap in
            guard overlap >= Self.smallestOverlap - Double.ulpOfOne else { return 0.0 }
            let isSame =
                before[frame.truths[position / columns]] == frame.results[position % columns]
            return -overlap - (isSame ? 1000 : 0)
        }
        assignment.solve(costs, rows: frame.truths.count, columns: columns)
        var found: [Int: Int] = [:]
        for (row, truth) in frame.truths.enumerated() {
            let column = assignment.columnOfRow[row]
            guard column >= 0, costs[row * columns + column] < -Double.ulpOfOne else { continue }
            found[truth] = frame.results[column]
            overlapSum += frame.similarity[row * columns + column]
        }
        for (index, identity) in found {
            lives[index].found += 1
            if before[index] == nil { lives[index].appearances += 1 }
            if let earlier = lives[index].identity, earlier != identity { identitySwitches += 1 }
            lives[index].identity = identity
        }
        before = found
        hits += found.count
        misses += frame.truths.count - found.count
        falseAlarms += columns - found.count
    }
}

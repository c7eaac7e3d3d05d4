package import SightTracking

/// The labels that one object got frame after frame, from which one label is chosen.
///
/// Each frame's label counts with its score, and earlier frames count less. If a detector changes
/// between two names for an object, the shown name stays stable.
package struct LabelTally: Sendable {
    private struct Count: Sendable {
        var label: Label
        var weight: Float
    }

    /// The factor by which counts shrink with each frame: a half remains after 34 frames.
    private static let decay: Float = 0.98
    private static let maximumCount = 8

    private var counts: [Count] = []

    /// Makes an empty tally.
    package init() {}

    /// Counts a frame's label.
    package mutating func add(_ label: Label) {
        for index in counts.indices { counts[index].weight *= Self.decay }
        let weight = min(max(label.score.isFinite ? label.score : 0, 0), 1)
        if let index = counts.firstIndex(where: {
            $0.label.index == label.index && $0.label.text == label.text
        }) {
            counts[index].weight += weight
            counts[index].label = label
            return
        }
        counts.append(Count(label: label, weight: weight))
        guard counts.count > Self.maximumCount,
            let least = counts.indices.min(by: { counts[$0].weight < counts[$1].weight })
        else { return }
        counts.remove(at: least)
    }

    /// The label with the largest count, with its latest score; of equal counts the earlier label.
    package var label: Label? {
        counts.reduce(nil as Count?) { best, count in
            count.weight > best?.weight ?? -1 ? count : best
        }?.label
    }
}

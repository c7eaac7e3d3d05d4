package import SightTracking

/// What a localizer has taken one object for, frame after frame: settles on one label.
///
/// Each frame's label counts with its score; what lies back counts less. A detector that wavers
/// between two names for the same thing does not make the shown one waver.
package struct LabelTally: Sendable {
    private struct Count: Sendable {
        var label: Label
        var weight: Float
    }

    /// What a frame's count has shrunk to in the next frame: half of it after 34 frames.
    private static let decay: Float = 0.98
    private static let maximumCount = 8

    private var counts: [Count] = []

    /// Knows nothing.
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

    /// The label that counts most, with its latest score; the earlier one of equals.
    package var label: Label? {
        counts.reduce(nil as Count?) { best, count in
            count.weight > best?.weight ?? -1 ? count : best
        }?.label
    }
}

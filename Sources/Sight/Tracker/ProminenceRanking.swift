package import SightGeometry

/// Orders the objects of a stream by prominence so that they do not change places at every frame.
///
/// The first object keeps its place until another one is more prominent by a margin. A small margin
/// also favors the objects that were shown in the last frame. Objects that a person drew come
/// before all others, the newest first.
///
/// - Source: our own choice; ML Kit does not publish its rule.
package struct ProminenceRanking: Sendable {
    private static let shownBonus: Float = 1.1
    /// The largest number of drawn objects that are remembered.
    private static let mostDrawn = 64

    private let margin: Float
    private var leader: Int?
    private var shown: Set<Int> = []
    /// The identities of the objects that a person drew, the newest last.
    private var drawn: [Int] = []

    /// Makes a ranking without a first object.
    package init(margin: Float) { self.margin = max(1, margin) }

    /// Orders candidates and remembers those that are shown.
    ///
    /// - Parameters:
    ///   - candidates: tracking ID, box and score of each object.
    ///   - size: the size of the upright image.
    ///   - limit: the number of objects to show; `nil` for all.
    /// - Returns: positions of the shown candidates, the most prominent first.
    package mutating func rank(
        _ candidates: [(id: Int, detection: Detection)], in size: Size<Upright>, limit: Int?
    ) -> [Int] {
        let ranked = candidates.indices.map { index in
            let (id, detection) = candidates[index]
            let favor = id == leader ? margin : shown.contains(id) ? Self.shownBonus : 1
            return (
                index: index, drawing: drawn.firstIndex(of: id) ?? -1,
                value: Prominence.value(detection, in: size) * favor
            )
        }.sorted { ($1.drawing, $1.value, $0.index) < ($0.drawing, $0.value, $1.index) }
        let kept = ranked.prefix(max(0, limit ?? .max)).map(\.index)
        leader = kept.first.map { candidates[$0].id }
        shown = Set(kept.map { candidates[$0].id })
        return kept
    }

    /// Puts an object that a person drew before all others.
    package mutating func prefer(_ id: Int) {
        drawn.removeAll { $0 == id }
        drawn.append(id)
        if drawn.count > Self.mostDrawn { drawn.removeFirst() }
    }

    /// Forgets the shown and the drawn objects.
    package mutating func reset() {
        drawn = []
        leader = nil
        shown = []
    }
}

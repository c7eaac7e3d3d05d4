/// Between which two of a row's places the places of a longer or shorter row lie.
struct LinearTaps {
    /// How the ends of both rows meet.
    enum Alignment {
        /// The rows have the same length, and a place is an area of it.
        case edges
        /// The first and the last places have the same middle.
        case corners
    }

    /// The place before, for each new place.
    let first: [Int]
    /// The place after; the same one at the ends.
    let second: [Int]
    /// How near a new place is to the second, 0…1.
    let share: [Float]

    /// Places `size` new places along a row of `count`; both are above 0.
    init(from count: Int, to size: Int, _ alignment: Alignment) {
        let positions = (0..<size).map { index -> Float in
            switch alignment {
            case .edges:
                let position = (Float(index) + 0.5) * Float(count) / Float(size) - 0.5
                return max(0, min(Float(count - 1), position))
            case .corners:
                return size > 1 ? Float(index) * Float(count - 1) / Float(size - 1) : 0
            }
        }
        first = positions.map { min(Int($0), count - 1) }
        second = first.map { min($0 + 1, count - 1) }
        share = zip(positions, first).map { $0 - Float($1) }
    }
}

/// The two source places and their weights for each place of a row that is resized linearly.
struct LinearTaps {
    /// The rule that maps the ends of the new row to those of the old one.
    enum Alignment {
        /// Both rows cover the same length, and each place is an equal part of it.
        case edges
        /// The middles of the first places coincide, and those of the last places.
        case corners
    }

    /// The source place before each new place.
    let first: [Int]
    /// The source place after each new place; at the ends, the same as before it.
    let second: [Int]
    /// The weight of the second source place, 0…1.
    let share: [Float]

    /// Resizes a row of `count` places to `size` places; both are above 0.
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

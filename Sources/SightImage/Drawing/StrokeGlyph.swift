/// One character as lines in font units: capitals are 8 high, y runs down from their top.
struct StrokeGlyph: Sendable {
    /// The distance from the left edge of the ink to its right edge.
    let width: Float
    /// Lines between consecutive points; curves are already converted to lines.
    let strokes: [[SIMD2<Float>]]

    /// Makes a glyph from its description; see ``StrokeFont/descriptions``.
    init(width: Float, description: String) {
        self.width = width
        strokes = description.split(separator: "|").map { Self.stroke($0) }
    }

    private static func stroke(_ text: Substring) -> [SIMD2<Float>] {
        let points = text.drop { $0 == "~" || $0 == "@" }.split(separator: " ").map { point in
            let numbers = point.split(separator: ",").map { Float($0) ?? 0 }
            return SIMD2(numbers.first ?? 0, numbers.last ?? 0)
        }
        switch text.first {
        case "~": return curve(points)
        case "@": return curve(points, isClosed: true)
        default: return points
        }
    }

    /// Returns a quadratic B-spline, in which every inner point pulls the line towards itself.
    private static func curve(
        _ points: [SIMD2<Float>], isClosed: Bool = false
    ) -> [SIMD2<Float>] {
        guard points.count > 2, let first = points.first, let last = points.last else {
            return points
        }
        let ring = isClosed ? [last] + points + [first] : points
        var line = isClosed ? [] : [first]
        for index in 1..<ring.count - 1 {
            let start = (ring[index - 1] + ring[index]) / 2
            let end = (ring[index] + ring[index + 1]) / 2
            for step in 0...6 {
                let t = Float(step) / 6
                let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
                line.append(start * a + ring[index] * b + end * c)
            }
        }
        return isClosed ? line : line + [last]
    }
}

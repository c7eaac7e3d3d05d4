import Foundation

/// Decodes the distance of a side from a distribution over 0, 1, … `bins − 1` strides.
///
/// - Source: Li et al., "Generalized Focal Loss"; the distance is the expectation of a softmax.
enum DistanceDistribution {
    /// Returns the distances of the four sides: left, top, right, bottom, in strides.
    static func distances(_ values: [Float], start: Int, bins: Int) -> SIMD4<Float> {
        var distances = SIMD4<Float>.zero
        for side in 0..<4 {
            let first = start + side * bins
            let largest = values[first..<(first + bins)].max() ?? 0
            var (sum, weighted) = (Float(0), Float(0))
            for bin in 0..<bins {
                let weight = exp(values[first + bin] - largest)
                sum += weight
                weighted += weight * Float(bin)
            }
            distances[side] = weighted / sum
        }
        return distances
    }

    /// Returns the corners of a box around a point.
    static func corners(_ x: Float, _ y: Float, _ distances: SIMD4<Float>) -> SIMD4<Float> {
        [x - distances[0], y - distances[1], x + distances[2], y + distances[3]]
    }
}

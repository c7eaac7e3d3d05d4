import Foundation
import SightTesting
import SightTracking
import Testing

@Suite struct FourierTransformTests {
    @Test(arguments: [2, 4, 8, 32])
    func agreesWithTheDefinition(side: Int) {
        var noise = SeededGenerator(seed: UInt64(side) &+ 1)
        let grid = (0..<side * side).map { _ in Float.random(in: -1...1, using: &noise) }
        var real = grid
        var imaginary = [Float](repeating: 0, count: grid.count)
        let transform = FourierTransform(side: side)
        transform.forward(&real, &imaginary)
        for (u, v) in [(0, 0), (1, 0), (0, 1), (side / 2, side - 1)] {
            var expected = SIMD2<Double>.zero
            for (index, value) in grid.enumerated() {
                let angle =
                    -2 * Double.pi * Double(u * (index % side) + v * (index / side)) / Double(side)
                expected += Double(value) * SIMD2(cos(angle), sin(angle))
            }
            // The spectrum lies turned: frequency u along x is a row.
            #expect(abs(Double(real[u * side + v]) - expected.x) <= 1e-3)
            #expect(abs(Double(imaginary[u * side + v]) - expected.y) <= 1e-3)
        }
        transform.inverse(&real, &imaginary)
        for index in grid.indices {
            #expect(abs(real[index] - grid[index]) <= 1e-5)
            #expect(abs(imaginary[index]) <= 1e-5)
        }
    }
}

import SightTesting
import SightTracking
import Testing

@Suite struct BoxFilterTests {
    /// A Kalman filter of one axis with the textbook's matrices: F P Fᵀ + Q, then the gain and (1 −
    /// K H) P.
    private struct Textbook {
        var x = SIMD2<Double>(3, 0)
        var p = [[4.0, 0], [0, 9]]

        mutating func predict(_ step: Double, _ q: SIMD2<Double>) {
            let f = [[1, step], [0, 1]]
            x = SIMD2(x.x + step * x.y, x.y)
            var next = [[q.x, 0], [0, q.y]]
            for i in 0..<2 {
                for j in 0..<2 {
                    for k in 0..<2 { for l in 0..<2 { next[i][j] += f[i][k] * p[k][l] * f[j][l] } }
                }
            }
            p = next
        }

        mutating func update(_ z: Double, _ r: Double) {
            let s = p[0][0] + r
            let gain = SIMD2(p[0][0] / s, p[1][0] / s)
            x += gain * (z - x.x)
            p = (0..<2).map { i in (0..<2).map { j in p[i][j] - gain[i] * p[0][j] } }
        }
    }

    @Test func agreesWithTheTextbook() {
        var filter = BoxFilter(
            SIMD4(repeating: 3),
            variance: .init(position: SIMD4(repeating: 4), velocity: SIMD4(repeating: 9)))
        var textbook = Textbook()
        var noise = SeededGenerator(seed: 2)
        for _ in 0..<100 {
            let step = Float.random(in: 0.5...3, using: &noise)
            filter.predict(
                step: step,
                noise: .init(position: SIMD4(repeating: 0.5), velocity: SIMD4(repeating: 0.1)))
            textbook.predict(Double(step), SIMD2(0.5, 0.1))
            let measured = Float.random(in: -50...50, using: &noise)
            filter.update(SIMD4(repeating: measured), variance: SIMD4(repeating: 2))
            textbook.update(Double(measured), 2)
            // Single against double precision over numbers of size 50.
            #expect(abs(Double(filter.position.y) - textbook.x.x) <= 1e-3)
            #expect(abs(Double(filter.velocity.y) - textbook.x.y) <= 1e-3)
            #expect(abs(Double(filter.positionVariance.y) - textbook.p[0][0]) <= 1e-3)
        }
    }
}

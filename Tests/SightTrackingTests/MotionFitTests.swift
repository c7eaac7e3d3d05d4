import SightTesting
import SightTracking
import Testing

@Suite struct MotionFitTests {
    private func points(
        _ motion: SimilarityMotion, count: Int, astray: Int, seed: UInt64
    ) -> [PointFlow.Point] {
        var noise = SeededGenerator(seed: seed &+ 1)
        return (0..<count).map { index in
            let start = SIMD2(
                Float.random(in: 0...480, using: &noise), Float.random(in: 0...270, using: &noise))
            let scatter = SIMD2(
                Float.random(in: -0.2...0.2, using: &noise),
                Float.random(in: -0.2...0.2, using: &noise))
            let away = SIMD2(
                Float.random(in: 5...20, using: &noise), Float.random(in: -20...20, using: &noise))
            return PointFlow.Point(
                start, expected: motion.moved(start) + scatter + (index < astray ? away : .zero))
        }
    }

    @Test(arguments: 0..<40)
    func findsWhatMostPointsDo(seed: Int) throws {
        var noise = SeededGenerator(seed: UInt64(seed) &+ 1)
        let turn = Float.random(in: -0.03...0.03, using: &noise)
        let truth = SimilarityMotion(
            turn: SIMD2(.random(in: 0.97...1.03, using: &noise), turn),
            shift: SIMD2(
                .random(in: -15...15, using: &noise), .random(in: -15...15, using: &noise)))
        let points = points(truth, count: 50, astray: 18, seed: UInt64(seed))
        let answer = try #require(MotionFit.similarity(points))
        for corner in [SIMD2<Float>(0, 0), SIMD2(480, 0), SIMD2(0, 270), SIMD2(480, 270)] {
            let miss = answer.motion.moved(corner) - truth.moved(corner)
            #expect((miss * miss).sum().squareRoot() <= 0.5, "seed \(seed)")
        }
        #expect((30...34).contains(answer.support))
    }

    @Test func objectsShiftAndGrow() throws {
        let middle = SIMD2<Float>(240, 135)
        let truth = SimilarityMotion(
            turn: SIMD2(1.04, 0), shift: middle * -0.04 + SIMD2(3, -2))
        var points = points(truth, count: 25, astray: 0, seed: 3)
        // Points that are evenly spread around the middle shift by the median.
        points += points.map {
            let start = 2 * middle - $0.start
            return PointFlow.Point(start, expected: truth.moved(start))
        }
        let answer = try #require(
            MotionFit.shiftAndScale(points, about: middle, shortest: 50))
        #expect(abs(answer.motion.scale - 1.04) <= 0.005)
        let miss = answer.motion.moved(middle) - middle - SIMD2(3, -2)
        #expect((miss * miss).sum().squareRoot() <= 1)
    }

    @Test func needsPoints() {
        #expect(MotionFit.similarity([]) == nil)
        let one = PointFlow.Point(SIMD2(4, 5), expected: SIMD2(6, 5))
        #expect(MotionFit.similarity([one, one]) == nil)
        // Three points at the same position define no rotation.
        #expect(MotionFit.similarity([one, one, one]) == nil)
        #expect(MotionFit.shiftAndScale([], about: .zero, shortest: 1) == nil)
        let single = MotionFit.shiftAndScale([one], about: SIMD2(4, 5), shortest: 1)
        #expect(single?.motion.scale == 1)
        #expect(single?.motion.moved(SIMD2(4, 5)) == SIMD2(6, 5))
    }
}

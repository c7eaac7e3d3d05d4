import SightTesting
import SightTracking
import Testing

/// The estimation of the camera's movement from boxes of pedestrians of several sizes.
@Suite struct BoxCameraTests {
    /// Eight boxes about 40 × 100, spread over 900 × 400 pixels.
    private static let boxes = (0..<8).map { index -> Corners in
        let middle = SIMD2(Float(60 + index * 110), Float(80 + index * 137 % 300))
        let extent = SIMD2<Float>(40, 100) * (0.8 + 0.06 * Float(index))
        return Corners(lowHalf: middle - extent / 2, highHalf: middle + extent / 2)
    }

    private func moved(_ motion: SimilarityMotion, noise: inout SeededGenerator) -> [Corners] {
        Self.boxes.map { box in
            let jitter = SIMD2(
                Float.random(in: -1...1, using: &noise), Float.random(in: -1...1, using: &noise))
            return motion.moved(box) + SIMD4(lowHalf: jitter, highHalf: jitter)
        }
    }

    @Test(arguments: [SIMD2<Float>(30, 0), SIMD2(-25, 12), SIMD2(60, -20), SIMD2(8, 6)])
    func aSharedShiftIsFound(shift: SIMD2<Float>) throws {
        var noise = SeededGenerator(seed: 4)
        var camera = BoxCamera()
        let truth = SimilarityMotion(turn: SIMD2(1, 0), shift: shift)
        var found: SimilarityMotion?
        // The comparison with standing still needs a few frames for a small shift.
        for _ in 0..<10 {
            found = camera.motion(
                of: Self.boxes, to: moved(truth, noise: &noise), minimumSupport: 3)
        }
        let motion = try #require(found)
        for box in Self.boxes {
            let miss = motion.moved(box.lowHalf) - truth.moved(box.lowHalf)
            #expect((miss * miss).sum().squareRoot() <= 2.5)
        }
    }

    @Test func aZoomIsFound() throws {
        var noise = SeededGenerator(seed: 5)
        var camera = BoxCamera()
        let truth = SimilarityMotion(scale: 1.04, about: SIMD2(450, 200), shift: SIMD2(12, 3))
        var found: SimilarityMotion?
        for _ in 0..<6 {
            found = camera.motion(
                of: Self.boxes, to: moved(truth, noise: &noise), minimumSupport: 3)
        }
        #expect(abs(try #require(found).scale - 1.04) <= 0.01)
    }

    @Test func aStillCameraStaysStill() {
        var noise = SeededGenerator(seed: 6)
        var camera = BoxCamera()
        for _ in 0..<200 {
            let found = moved(.still, noise: &noise)
            #expect(camera.motion(of: Self.boxes, to: found, minimumSupport: 3) == nil)
        }
    }

    /// Objects that move in different directions show no movement of the camera.
    @Test func disagreementIsNoMovement() {
        var camera = BoxCamera()
        let found = Self.boxes.enumerated().map { index, box in
            let angle = Float(index) * 0.785
            let way = SIMD2(angle < 3 ? Float(24) : -24, index.isMultiple(of: 2) ? 20 : -20)
            return box + SIMD4(lowHalf: way, highHalf: way)
        }
        #expect(camera.motion(of: Self.boxes, to: found, minimumSupport: 3) == nil)
    }

    @Test func twoObjectsAreNotEnough() {
        var camera = BoxCamera()
        let two = Array(Self.boxes.prefix(2))
        let found = two.map { $0 + SIMD4<Float>(30, 0, 30, 0) }
        #expect(camera.motion(of: two, to: found, minimumSupport: 3) == nil)
        #expect(camera.motion(of: [], to: [], minimumSupport: 3) == nil)
    }
}

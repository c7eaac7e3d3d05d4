/// A movement that turns, scales and shifts: `place → turn · place + shift`, as complex numbers.
package struct SimilarityMotion: Hashable, Sendable {
    /// Cosine and sine of the turn, times the scale.
    package var turn: SIMD2<Float>
    /// The shift, in pixels.
    package var shift: SIMD2<Float>

    /// Nothing moves.
    package static let still = SimilarityMotion(turn: SIMD2(1, 0), shift: .zero)

    /// Makes a movement.
    package init(turn: SIMD2<Float>, shift: SIMD2<Float>) {
        (self.turn, self.shift) = (turn, shift)
    }

    /// Scales about a place and moves that place on.
    package init(scale: Float, about place: SIMD2<Float>, shift: SIMD2<Float>) {
        self.init(turn: SIMD2(scale, 0), shift: place * (1 - scale) + shift)
    }

    /// How much larger things become.
    package var scale: Float { (turn * turn).sum().squareRoot() }

    /// Where a place moves to.
    package func moved(_ place: SIMD2<Float>) -> SIMD2<Float> { turned(place) + shift }

    /// How a way between places turns and scales.
    func turned(_ way: SIMD2<Float>) -> SIMD2<Float> {
        SIMD2(turn.x * way.x - turn.y * way.y, turn.y * way.x + turn.x * way.y)
    }

    /// Where a box moves to, which stays upright: its middle moves, its size scales.
    package func moved(_ box: Corners) -> Corners {
        Corners(centered: SIMD4(lowHalf: moved(box.middle), highHalf: box.extent * scale))
    }
}

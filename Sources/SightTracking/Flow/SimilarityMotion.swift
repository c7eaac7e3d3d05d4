/// A motion that turns, scales and shifts: `place → turn · place + shift`, as complex numbers.
package struct SimilarityMotion: Hashable, Sendable {
    /// Cosine and sine of the turn, times the scale.
    package var turn: SIMD2<Float>
    /// The shift, in pixels.
    package var shift: SIMD2<Float>

    /// The identity: nothing moves.
    package static let still = SimilarityMotion(turn: SIMD2(1, 0), shift: .zero)

    /// Creates a motion.
    package init(turn: SIMD2<Float>, shift: SIMD2<Float>) {
        (self.turn, self.shift) = (turn, shift)
    }

    /// Creates a motion that scales about a place and shifts that place.
    package init(scale: Float, about place: SIMD2<Float>, shift: SIMD2<Float>) {
        self.init(turn: SIMD2(scale, 0), shift: place * (1 - scale) + shift)
    }

    /// The factor by which distances grow.
    package var scale: Float { (turn * turn).sum().squareRoot() }

    /// Returns the new position of a place.
    package func moved(_ place: SIMD2<Float>) -> SIMD2<Float> { turned(place) + shift }

    /// Returns the difference between two places after the turn and the scaling.
    func turned(_ way: SIMD2<Float>) -> SIMD2<Float> {
        SIMD2(turn.x * way.x - turn.y * way.y, turn.y * way.x + turn.x * way.y)
    }

    /// Returns the new position of a box, which stays upright: its middle moves, its size scales.
    package func moved(_ box: Corners) -> Corners {
        Corners(centered: SIMD4(lowHalf: moved(box.middle), highHalf: box.extent * scale))
    }
}

/// Four Kalman filters of constant velocity, one in each lane: a box's four numbers and their rates.
///
/// Goals, in this order: the textbook's equations; no division by zero and no variance below zero
/// whatever comes in; speed. What may be given up: correlations between the four numbers. All
/// trackers here have diagonal noise, for which the full 8×8 filter never builds such correlations,
/// so nothing is lost: lane by lane the numbers are those of the full filter.
///
/// A number without a rate, such as the aspect ratio of SORT, is a lane whose rate has no variance
/// and no noise. Lengths are in whatever the tracker measures, times in frames.
///
/// - Source: Kalman, "A New Approach to Linear Filtering and Prediction Problems", 1960.
package struct BoxFilter: Sendable {
    /// Variances that a step of one frame adds, or that a measurement has.
    package struct Noise: Sendable {
        let position: SIMD4<Float>
        let velocity: SIMD4<Float>

        /// Takes variances of the numbers and of their rates.
        package init(position: SIMD4<Float>, velocity: SIMD4<Float>) {
            self.position = position
            self.velocity = velocity
        }
    }

    /// The four numbers.
    package private(set) var position: SIMD4<Float>
    /// Their changes in a frame.
    package internal(set) var velocity: SIMD4<Float>
    /// Variances of the numbers.
    package private(set) var positionVariance: SIMD4<Float>
    /// Covariances of each number with its own rate.
    private var covariance: SIMD4<Float>
    /// Variances of the rates.
    private var velocityVariance: SIMD4<Float>

    /// Starts at a measurement, at rest, with the given variances.
    package init(_ measurement: SIMD4<Float>, variance: Noise) {
        position = measurement
        velocity = .zero
        positionVariance = variance.position
        covariance = .zero
        velocityVariance = variance.velocity
    }

    /// Moves time on by `step` frames; `noise` is added once.
    package mutating func predict(step: Float = 1, noise: Noise) {
        position += step * velocity
        positionVariance += step * (2 * covariance + step * velocityVariance) + noise.position
        covariance += step * velocityVariance
        velocityVariance += noise.velocity
    }

    /// Takes a measurement with the given variances, which are above 0.
    package mutating func update(_ measurement: SIMD4<Float>, variance: SIMD4<Float>) {
        let innovation = measurement - position
        let total = positionVariance + variance
        let gain = positionVariance / total
        let velocityGain = covariance / total
        position += gain * innovation
        velocity += velocityGain * innovation
        velocityVariance -= velocityGain * covariance
        // P⁻ (1 − K) as R K, which cannot cancel below zero.
        covariance = covariance * variance / total
        positionVariance = variance * gain
    }

    /// Moves the numbers without any news about them: the camera turned, or the pixels moved.
    mutating func shift(by offset: SIMD4<Float>) {
        position += offset
    }

    /// Turns, scales and moves boxes given as centre and size, with their rates.
    mutating func move(by motion: SimilarityMotion) {
        let size = motion.scale
        position = SIMD4(
            lowHalf: motion.moved(position.lowHalf), highHalf: position.highHalf * size)
        velocity = SIMD4(
            lowHalf: motion.turned(velocity.lowHalf), highHalf: velocity.highHalf * size)
    }
}

extension SightTrackerOptions {
    /// Returns the options with each number in a range in which all boxes stay finite.
    ///
    /// A number outside its range becomes the nearest end of it, and NaN becomes the default.
    func limited() -> SightTrackerOptions {
        var options = self
        // A detection is never exact, so that the filter does not divide by 0.
        options.limit(1e-4...10, \.centerNoise, \.sizeNoise)
        options.limit(0...100, \.scoreNoise)
        // Ten sizes of the object are more than any motion in a frame.
        options.limit(
            0...10, \.centerDrift, \.centerAcceleration, \.sizeDrift, \.sizeAcceleration,
            \.initialVelocity)
        // Above 1, velocities and boxes would grow from frame to frame.
        options.limit(0...1, \.lostVelocityDecay, \.lookVelocityGain, \.smoothing)
        options.limit(0...1e9, \.smoothingPerJitter)
        // These are compared or added, and only infinity and NaN are not valid.
        options.limit(
            -1e9...1e9, \.minimumScore, \.highScore, \.birthScore, \.duplicateIoU, \.birthIoU,
            \.evidencePower, \.minimumEvidence, \.confirmationEvidence, \.maximumLostFrames,
            \.lostFramesPerHit, \.coastingFrames, \.coastingIoU, \.buffer, \.minimumIoU,
            \.minimumUnsureIoU, \.lostCost, \.classCost, \.relinkStanding, \.relinkDistance,
            \.tentativeDistance, \.relinkSizeRatio, \.maximumGrowth)
        return options
    }

    private mutating func limit(
        _ range: ClosedRange<Float>, _ numbers: WritableKeyPath<SightTrackerOptions, Float>...
    ) {
        let defaults = SightTrackerOptions()
        for number in numbers {
            let value = self[keyPath: number]
            self[keyPath: number] =
                value.isNaN
                ? defaults[keyPath: number]
                : min(max(value, range.lowerBound), range.upperBound)
        }
    }
}

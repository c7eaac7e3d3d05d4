import Foundation

extension SightTrackerOptions {
    /// The frame rate that the defaults are made for, in frames per second.
    private static let usualRate = 30.0
    /// The range of intervals that the options are adapted to, as multiples of the interval at
    /// `usualRate`.
    private static let intervals = 0.25...8.0
    /// The power of the interval by which `buffer` grows: the deviation of a random walk grows with
    /// the square root of time.
    private static let bufferPower: Float = 0.5
    /// The power of the interval by which `maximumLostFrames` shrinks.
    private static let lostFramesPower: Float = 0.5

    /// Returns the options for another frame rate.
    ///
    /// At a lower rate, objects move farther from frame to frame, so their boxes are grown by a
    /// larger margin; and the same number of frames is a longer time, so lost objects are removed
    /// after fewer frames.
    ///
    /// - Parameter interval: the usual time between two frames in seconds; 0 if it is not known
    ///   yet.
    /// - Returns: these options, with `buffer` and `maximumLostFrames` adapted.
    func adapted(toInterval interval: Double) -> SightTrackerOptions {
        guard interval > 0 else { return self }
        let limits = Self.intervals
        let pace = Float(
            min(max(interval * Self.usualRate, limits.lowerBound), limits.upperBound))
        var options = self
        options.buffer *= pow(pace, Self.bufferPower)
        options.maximumLostFrames /= pow(pace, Self.lostFramesPower)
        return options
    }
}

/// When a frame was taken: nanoseconds since a moment that its stream chose.
public struct FrameTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Nanoseconds since the stream's own zero; may be negative.
    public let nanoseconds: Int64

    /// Makes a time from nanoseconds.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Makes a time from seconds, rounded to the nearest nanosecond.
    ///
    /// - Returns: `nil` for NaN, infinity and anything beyond ±292 years.
    public init?(seconds: Double) {
        guard let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) else { return nil }
        self.nanoseconds = nanoseconds
    }

    /// Makes the time of a frame in a stream of constant rate whose frame 0 is at 0.
    ///
    /// - Returns: `nil` unless the rate is positive and the time can be represented.
    public init?(frame: Int, framesPerSecond: Double) {
        guard framesPerSecond > 0 else { return nil }
        self.init(seconds: Double(frame) / framesPerSecond)
    }

    /// Seconds since the stream's own zero.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// Seconds from an earlier time to this one; negative when that time is later.
    public func seconds(since earlier: FrameTime) -> Double {
        // In floating point, so that times at both ends of the range do not overflow.
        (Double(nanoseconds) - Double(earlier.nanoseconds)) / 1e9
    }

    /// Whether one time is before another.
    public static func < (left: FrameTime, right: FrameTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Seconds, such as `1.25 s`.
    public var description: String { "\(seconds) s" }
}

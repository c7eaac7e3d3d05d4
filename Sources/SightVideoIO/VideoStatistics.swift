/// What has become of a video's frames so far.
public struct VideoStatistics: Hashable, Sendable {
    /// Frames delivered.
    public var frames = 0
    /// Frames delivered although the decoder had to guess parts of them.
    public var damagedFrames = 0
    /// Frames that could not be decoded, or that a truncated file lists and no longer has; final
    /// at the end of the stream.
    public var lostFrames = 0
    /// Frames that came while nobody was ready and gave way to newer ones.
    public var droppedFrames = 0
    /// Timestamps that were missing, repeated or ran backwards, and were replaced.
    public var repairedTimes = 0
    /// How often a connection was lost and made again.
    public var reconnections = 0

    /// Nothing yet.
    public init() {}
}

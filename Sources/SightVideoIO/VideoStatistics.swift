/// The numbers of frames that were delivered, damaged, lost and dropped so far.
public struct VideoStatistics: Hashable, Sendable {
    /// Frames that were delivered.
    public var frames = 0
    /// Delivered frames in whose packets the container found damage, or in which the decoder had to
    /// conceal damaged parts.
    public var damagedFrames = 0
    /// Frames that could not be decoded, that a truncated file lists but does not contain, or that
    /// are missing in the stated length or among the numbers of images; final at the end of the
    /// stream.
    public var lostFrames = 0
    /// Frames that were replaced by newer ones because the consumer was busy.
    public var droppedFrames = 0
    /// Timestamps that were missing, repeated or decreasing, and were replaced.
    public var repairedTimes = 0
    /// The number of times that a connection was lost and made again.
    public var reconnections = 0

    /// Creates statistics in which every number is 0.
    public init() {}
}

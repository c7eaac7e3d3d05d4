/// Gives the frames of a video one after the other.
///
/// Belongs to one thread at a time; every call may block until the next frame is there.
public protocol FrameSource: AnyObject {
    /// What the video says about itself.
    var info: VideoInfo { get }
    /// What has become of the frames so far.
    var statistics: VideoStatistics { get }
    /// The next frame, `nil` at the end.
    ///
    /// - Throws: ``VideoError``; the source is then at its end.
    func next() throws(VideoError) -> VideoFrame?
}

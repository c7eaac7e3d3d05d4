/// A source of video frames that returns one frame after the other.
///
/// Use a source from one thread at a time. A call may block until the next frame is available.
public protocol FrameSource: AnyObject {
    /// The properties of the video.
    var info: VideoInfo { get }
    /// The numbers of delivered, damaged and lost frames so far.
    var statistics: VideoStatistics { get }
    /// Returns the next frame, or `nil` at the end.
    ///
    /// - Throws: ``VideoError``; the source is then at its end.
    func next() throws(VideoError) -> VideoFrame?
}

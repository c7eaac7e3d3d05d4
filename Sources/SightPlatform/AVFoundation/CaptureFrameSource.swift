#if !canImport(Darwin)
    /// A source of camera frames, for platforms without cameras.
    ///
    /// AVFoundation does not have it. ``AVCaptureDevice/connect(_:position:isPaced:)`` makes it a
    /// camera.
    public protocol CaptureFrameSource: AnyObject, Sendable {
        /// Returns the next frame; `nil` when there are no more.
        ///
        /// Only the session's thread calls this. An error ends the frames.
        func nextFrame() throws -> CMSampleBuffer?
    }
#endif

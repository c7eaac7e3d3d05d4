#if !canImport(Darwin)
    /// A source of camera frames, for platforms without cameras.
    ///
    /// Not in AVFoundation. ``AVCaptureDevice/connect(_:position:isPaced:)`` makes one a camera.
    public protocol CaptureFrameSource: AnyObject, Sendable {
        /// The next frame; `nil` when there are no more.
        ///
        /// Called from the session's thread only. An error ends the frames.
        func nextFrame() throws -> CMSampleBuffer?
    }
#endif

#if !canImport(Darwin)
    public import Foundation

    /// A source of a session's frames.
    open class AVCaptureInput: NSObject {}

    /// A camera as the input of a session.
    public final class AVCaptureDeviceInput: AVCaptureInput,
        @unchecked Sendable  // a constant; the class above has no state
    {
        /// The camera.
        public let device: AVCaptureDevice

        /// Makes an input of a camera; it never throws here.
        public init(device: AVCaptureDevice) throws { self.device = device }
    }

    /// The connection of an input with an output.
    public final class AVCaptureConnection: NSObject, Sendable {
        /// Whether frames are mirrored; always false here.
        public var isVideoMirrored: Bool { false }
    }
#endif

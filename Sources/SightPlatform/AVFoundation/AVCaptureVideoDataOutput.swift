#if !canImport(Darwin)
    public import Dispatch
    public import Foundation

    /// What a session gives frames to.
    open class AVCaptureOutput: NSObject {}

    /// Gets the frames of a session.
    ///
    /// Both methods are optional, as in AVFoundation.
    public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
        /// A frame came; called on the output's queue, one call after the other.
        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection)
        /// A frame was thrown away because an earlier one was still being worked on.
        func captureOutput(
            _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection)
    }

    extension AVCaptureVideoDataOutputSampleBufferDelegate {
        /// Does nothing.
        public func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) {}
        /// Does nothing.
        public func captureOutput(
            _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) {}
    }

    /// Gives every frame of a session to a delegate, or only those that it has time for.
    public final class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {  // locked
        private let lock = NSLock()
        private var discardsLateFrames = true
        private var settings: [String: Any] = [:]
        private weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
        private var queue: DispatchQueue?
        private var isBusy = false
        private let connection = AVCaptureConnection()

        /// Makes an output that discards late frames.
        public override init() {}

        /// Whether a frame that comes while the delegate works is thrown away; `true` at first.
        public var alwaysDiscardsLateVideoFrames: Bool {
            get { lock.withLock { discardsLateFrames } }
            set { lock.withLock { discardsLateFrames = newValue } }
        }

        /// The pixel format asked for; kept, frames come as their source gives them.
        public var videoSettings: [String: Any] {
            get { lock.withLock { settings } }
            set { lock.withLock { settings = newValue } }
        }

        /// Who gets the frames; kept weakly.
        public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
            lock.withLock { delegate }
        }

        /// Sets who gets the frames, and on which serial queue.
        public func setSampleBufferDelegate(
            _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
            queue sampleBufferCallbackQueue: DispatchQueue?
        ) {
            lock.withLock {
                delegate = sampleBufferDelegate
                queue = sampleBufferCallbackQueue
            }
        }

        /// Hands a frame to the delegate's queue, or throws it away.
        func deliver(_ frame: CMSampleBuffer) {
            let (queue, isLate) = lock.withLock {
                let isLate = isBusy && discardsLateFrames
                if !isLate { isBusy = true }
                return (self.queue, isLate)
            }
            guard let queue else { return }
            queue.async { [self] in
                let delegate = sampleBufferDelegate
                if isLate {
                    delegate?.captureOutput(self, didDrop: frame, from: connection)
                } else {
                    delegate?.captureOutput(self, didOutput: frame, from: connection)
                    lock.withLock { isBusy = false }
                }
            }
        }

        /// Waits until the delegate has returned from all frames.
        func drain() { lock.withLock { queue }?.sync {} }
    }
#endif

#if !canImport(Darwin)
    public import Dispatch
    public import Foundation

    /// A receiver of a session's frames.
    open class AVCaptureOutput: NSObject {}

    /// The delegate that receives the frames of a session.
    ///
    /// Both methods are optional, as in AVFoundation.
    public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
        /// Receives a frame; called on the output's queue, one call after the other.
        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection)
        /// Receives a frame that was dropped because the delegate was still processing an earlier
        /// one.
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

    /// Passes the frames of a session to a delegate: all of them, or only those for which it has
    /// time.
    public final class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {  // locked
        private let lock = NSLock()
        private var discardsLateFrames = true
        private var settings: [String: Any] = [:]
        private weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
        private var queue: DispatchQueue?
        private var isBusy = false
        /// Set on the delegate's queue.
        private let mark = DispatchSpecificKey<Bool>()
        private let connection = AVCaptureConnection()

        /// Makes an output that discards late frames.
        public override init() {}

        /// Whether a frame is dropped that arrives while the delegate processes another one; `true`
        /// by default.
        public var alwaysDiscardsLateVideoFrames: Bool {
            get { lock.withLock { discardsLateFrames } }
            set { lock.withLock { discardsLateFrames = newValue } }
        }

        /// The requested pixel format.
        ///
        /// It is stored but has no effect: frames have the format of their source.
        public var videoSettings: [String: Any] {
            get { lock.withLock { settings } }
            set { lock.withLock { settings = newValue } }
        }

        /// The delegate that receives the frames; a weak reference.
        public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
            lock.withLock { delegate }
        }

        /// Sets the delegate that receives the frames, and the serial queue on which it is called.
        public func setSampleBufferDelegate(
            _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
            queue sampleBufferCallbackQueue: DispatchQueue?
        ) {
            let earlier = lock.withLock { () -> DispatchQueue? in
                defer { queue = sampleBufferCallbackQueue }
                delegate = sampleBufferDelegate
                return queue
            }
            setMark(of: earlier, to: nil)
            setMark(of: sampleBufferCallbackQueue, to: true)
        }

        /// Marks the delegate's queue; Dispatch's global queues take no marks, but need none,
        /// because they are concurrent.
        private func setMark(of queue: DispatchQueue?, to value: Bool?) {
            guard let queue, !queue.label.hasPrefix("com.apple.root.") else { return }
            queue.setSpecific(key: mark, value: value)
        }

        /// Passes a frame to the delegate's queue, or drops it.
        func deliver(_ frame: CMSampleBuffer) {
            let (queue, isLate) = lock.withLock { () -> (DispatchQueue?, Bool) in
                // Without a queue, nothing would end the processing of the frame.
                guard let queue = self.queue else { return (nil, false) }
                let isLate = isBusy && discardsLateFrames
                if !isLate { isBusy = true }
                return (queue, isLate)
            }
            guard let queue else { return }
            guard isLate else {
                return queue.async { [self] in
                    sampleBufferDelegate?.captureOutput(self, didOutput: frame, from: connection)
                    lock.withLock { isBusy = false }
                }
            }
            // As in AVFoundation, the notice has no image: a slow delegate lets notices pile up.
            let notice = CMSampleBuffer(
                withoutImageAt: frame.presentationTimeStamp,
                formatDescription: frame.formatDescription)
            queue.async { [self] in
                sampleBufferDelegate?.captureOutput(self, didDrop: notice, from: connection)
            }
        }

        /// Waits until the delegate has returned from all frames; returns at once on the delegate's
        /// own queue, which would wait for itself.
        func drain() {
            guard let queue = lock.withLock({ self.queue }),
                DispatchQueue.getSpecific(key: mark) == nil
            else { return }
            queue.sync {}
        }

        deinit { setMark(of: queue, to: nil) }
    }
#endif

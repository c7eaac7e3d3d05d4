public import Foundation
public import Sight
import SightConcurrency
public import SightGeometry
import SightTracking

#if canImport(Darwin)
    public import AVFoundation
    import CoreMedia
#endif

#if !os(tvOS) && !os(visionOS)
    /// The frames of a capture session as an asynchronous sequence that keeps only the newest
    /// frame.
    ///
    /// Frames are read without a copy. While the consumer processes a frame, only the newest of the
    /// following ones is kept. There may be only one consumer:
    ///
    /// ```swift
    /// let frames = CameraFrames(of: session)
    /// session.startRunning()
    /// for try await found in tracker.results(of: frames) { show(found.objects) }
    /// ```
    #if canImport(ObjectiveC)
        @objc(SightCameraFrames)
    #endif
    public final class CameraFrames: NSObject, AsyncSequence,
        @unchecked Sendable  // Apple's output may be used by any thread, but does not say so
    {
        /// The frames with their times.
        public typealias Element = TimedImage

        private let frames: AsyncThrowingStream<TimedImage, any Error>
        private let continuation: AsyncThrowingStream<TimedImage, any Error>.Continuation
        private let queue = DispatchQueue(label: "sight.camera", qos: .userInitiated)
        private let output = AVCaptureVideoDataOutput()
        private let turn: Guarded<SightGeometry.Orientation>

        /// Adds an output to a session, which is started and stopped by its owner.
        ///
        /// - Parameters:
        ///   - session: a session with a camera as its input.
        ///   - orientation: the turn that makes frames upright; `.right` for the back camera of a
        ///     phone that is held upright.
        public init(of session: AVCaptureSession, orientation: SightGeometry.Orientation = .right) {
            (frames, continuation) = AsyncThrowingStream.makeStream(
                bufferingPolicy: .bufferingNewest(1))
            turn = Guarded(orientation)
            super.init()
            output.videoSettings = [
                kCVPixelBufferPixelFormatTypeKey as String:
                    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            ]
            output.alwaysDiscardsLateVideoFrames = true
            output.setSampleBufferDelegate(self, queue: queue)
            session.beginConfiguration()
            if session.canAddOutput(output) {
                session.addOutput(output)
            } else {
                finish()
            }
            session.commitConfiguration()
        }

        /// The turn that makes frames upright; set it when the device is turned.
        public var orientation: SightGeometry.Orientation {
            get { turn.current }
            set { turn.current = newValue }
        }

        /// Ends the sequence; the session continues.
        public func finish() {
            output.setSampleBufferDelegate(nil, queue: nil)
            continuation.finish()
        }

        /// Makes an iterator, which takes the frames.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(source: self, base: frames.makeAsyncIterator())
        }

        /// An iterator over the frames; it keeps the sequence alive, which the session does not.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let source: CameraFrames
            fileprivate var base: AsyncThrowingStream<TimedImage, any Error>.Iterator

            /// Returns the next frame; `nil` after ``CameraFrames/finish()`` or if the task is
            /// cancelled.
            ///
            /// - Throws: the error of a frame that cannot be read.
            public mutating func next() async throws -> TimedImage? { try await base.next() }
        }
    }

    extension CameraFrames: AVCaptureVideoDataOutputSampleBufferDelegate {
        /// Takes a frame from the camera; the session calls this.
        public func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) {
            let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
            guard time.isNumeric else { return }
            do {
                let image = try VisionImage(sampleBuffer, orientation: orientation)
                continuation.yield(TimedImage(image, at: .seconds(time.seconds)))
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }
#endif

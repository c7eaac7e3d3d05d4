import Foundation
import SightImage
import SightPlatform
import Testing

@Suite struct CaptureTests {
    /// Counts frames and takes its time.
    private final class Counter: AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
        private(set) var times: [Double] = []
        private(set) var dropped = 0
        let delay: TimeInterval

        init(delay: TimeInterval = 0) { self.delay = delay }

        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) {
            times.append(sampleBuffer.presentationTimeStamp.seconds)
            if delay > 0 { Thread.sleep(forTimeInterval: delay) }
        }

        func captureOutput(
            _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) { dropped += 1 }
    }

    private func session(
        _ counter: Counter, frames: Int, isPaced: Bool, discards: Bool
    ) throws -> AVCaptureSession {
        let pixels = try ImageBuffer(
            width: 2, height: 2, format: .gray8, bytes: [1, 2, 3, 4])
        let camera = AVCaptureDevice.connect(
            StillFrameSource(
                [UIImage(cgImage: CGImage(pixels))], framesPerSecond: 100, frameCount: frames),
            position: .front, isPaced: isPaced)
        let session = AVCaptureSession()
        let output = AVCaptureVideoDataOutput()
        output.alwaysDiscardsLateVideoFrames = discards
        output.setSampleBufferDelegate(counter, queue: DispatchQueue(label: "frames"))
        let input = try AVCaptureDeviceInput(device: camera)
        #expect(session.canAddInput(input) && session.canAddOutput(output))
        session.addInput(input)
        session.addOutput(output)
        return session
    }

    @Test func everyFrameComesInOrder() throws {
        let counter = Counter()
        let session = try session(counter, frames: 20, isPaced: false, discards: false)
        session.startRunning()
        session.waitUntilFinished()
        #expect(counter.times.count == 20)
        #expect(counter.times == counter.times.sorted())
        #expect(counter.dropped == 0)
    }

    @Test func lateFramesAreDropped() throws {
        let counter = Counter(delay: 0.025)
        let session = try session(counter, frames: 20, isPaced: true, discards: true)
        session.startRunning()
        session.waitUntilFinished()
        #expect(counter.times.count + counter.dropped == 20)
        #expect(counter.dropped >= 5)
        #expect(counter.times.count >= 2)
    }

    @Test func aStoppedSessionGivesNoMoreFrames() throws {
        let counter = Counter()
        let session = try session(counter, frames: .max, isPaced: true, discards: true)
        session.startRunning()
        #expect(session.isRunning)
        session.stopRunning()
        let count = counter.times.count
        Thread.sleep(forTimeInterval: 0.03)
        #expect(counter.times.count == count)
    }

    @Test func timesAreChecked() {
        #expect(CMTime(seconds: .infinity, preferredTimescale: 600).isValid == false)
        #expect(CMTime(seconds: 1.5, preferredTimescale: 600).value == 900)
        #expect(CMTime.invalid.seconds.isNaN)
        #expect(CMTimeMake(value: 1, timescale: 0).isValid == false)
        #expect(CMTime.zero < CMTimeMake(value: 1, timescale: 30))
    }
}

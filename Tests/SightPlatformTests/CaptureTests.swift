import Foundation
import SightConcurrency
import SightImage
import SightPlatform
import Testing

@Suite struct CaptureTests {
    /// A delegate that counts frames and can be blocked at the first one.
    private final class Counter: AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
        private let seen = Guarded<[Double]>([])
        private let missed = Guarded(0)
        /// The number of dropped frames that came with their image.
        let droppedImages = Guarded(0)
        private let hold: @Sendable () -> Void

        var times: [Double] { seen.current }
        var dropped: Int { missed.current }

        init(hold: @escaping @Sendable () -> Void = {}) { self.hold = hold }

        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) {
            let time = sampleBuffer.presentationTimeStamp.seconds
            let count = seen.withLock { times in
                times.append(time)
                return times.count
            }
            if count == 1 { hold() }
        }

        func captureOutput(
            _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) {
            missed.withLock { $0 += 1 }
            if sampleBuffer.imageBuffer != nil { droppedImages.withLock { $0 += 1 } }
        }
    }

    /// A source that sends its other frames while the delegate is still at the first.
    private final class HastySource: CaptureFrameSource {
        private let frames: StillFrameSource
        private let isBusy = DispatchSemaphore(value: 0)
        private let isOver = DispatchSemaphore(value: 0)
        private let given = Guarded(0)

        init(_ frames: StillFrameSource) { self.frames = frames }

        /// Blocks the delegate at its first frame until all frames are sent.
        func hold() {
            isBusy.signal()
            isOver.wait()
        }

        func nextFrame() throws -> CMSampleBuffer? {
            let number = given.withLock { given in
                defer { given += 1 }
                return given
            }
            if number == 1 { isBusy.wait() }
            let frame = try frames.nextFrame()
            if frame == nil { isOver.signal() }
            return frame
        }
    }

    /// A source that waits for the test before its second frame.
    private final class PausingSource: CaptureFrameSource {
        let isAsked = DispatchSemaphore(value: 0)
        let goesOn = DispatchSemaphore(value: 0)
        private let frames: StillFrameSource
        private let given = Guarded(0)

        init(_ frames: StillFrameSource) { self.frames = frames }

        func nextFrame() throws -> CMSampleBuffer? {
            let number = given.withLock { given in
                defer { given += 1 }
                return given
            }
            if number == 1 {
                isAsked.signal()
                goesOn.wait()
            }
            return try frames.nextFrame()
        }
    }

    /// A source whose second frame is due a minute after the first.
    private final class RareSource: CaptureFrameSource {
        let isAsked = DispatchSemaphore(value: 0)
        private let given = Guarded<Int64>(0)

        func nextFrame() throws -> CMSampleBuffer? {
            let number = given.withLock { given in
                defer { given += 1 }
                return given
            }
            if number == 1 { isAsked.signal() }
            return CMSampleBuffer(withoutImageAt: CMTime(value: 60 * number, timescale: 1))
        }
    }

    private func stills(_ count: Int) throws -> StillFrameSource {
        let pixels = try ImageBuffer(
            width: 2, height: 2, format: .gray8, bytes: [1, 2, 3, 4])
        return StillFrameSource(
            [UIImage(cgImage: CGImage(pixels))], framesPerSecond: 100, frameCount: count)
    }

    private func session(
        _ counter: Counter, _ source: any CaptureFrameSource, isPaced: Bool, discards: Bool
    ) throws -> AVCaptureSession {
        let camera = AVCaptureDevice.connect(source, position: .front, isPaced: isPaced)
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
        let session = try session(counter, stills(20), isPaced: false, discards: false)
        session.startRunning()
        session.waitUntilFinished()
        #expect(counter.times.count == 20)
        #expect(counter.times == counter.times.sorted())
        #expect(counter.dropped == 0)
    }

    @Test(.timeLimit(.minutes(5))) func lateFramesAreDropped() throws {
        let source = HastySource(try stills(20))
        let counter = Counter { source.hold() }
        let session = try session(counter, source, isPaced: false, discards: true)
        session.startRunning()
        session.waitUntilFinished()
        #expect(counter.times == [0])
        #expect(counter.dropped == 19)
        #expect(counter.droppedImages.current == 0)
    }

    /// A frame that came before there was a delegate does not make the later ones late.
    @Test(.timeLimit(.minutes(5))) func aDelegateMayComeLate() throws {
        let source = PausingSource(try stills(2))
        let counter = Counter()
        let session = try session(counter, source, isPaced: false, discards: true)
        let output = try #require(session.outputs.first as? AVCaptureVideoDataOutput)
        output.setSampleBufferDelegate(nil, queue: nil)
        session.startRunning()
        source.isAsked.wait()
        output.setSampleBufferDelegate(counter, queue: DispatchQueue(label: "frames"))
        source.goesOn.signal()
        session.waitUntilFinished()
        #expect(counter.times == [0.01])
        #expect(counter.dropped == 0)
    }

    @Test func aStoppedSessionGivesNoMoreFrames() throws {
        let counter = Counter()
        let session = try session(counter, stills(.max), isPaced: true, discards: true)
        session.startRunning()
        #expect(session.isRunning)
        session.stopRunning()
        let count = counter.times.count
        Thread.sleep(forTimeInterval: 0.03)
        #expect(counter.times.count == count)
    }

    @Test func stoppingDoesNotWaitForTheNextFrame() throws {
        let counter = Counter()
        let source = RareSource()
        let session = try session(counter, source, isPaced: true, discards: true)
        session.startRunning()
        source.isAsked.wait()
        let start = ContinuousClock.now
        session.stopRunning()
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(counter.times == [0])
    }

    /// On its own queue, the delegate cannot wait until it has returned.
    @Test func aDelegateMayStopTheSession() throws {
        let running = Guarded<AVCaptureSession?>(nil)
        let isStopped = DispatchSemaphore(value: 0)
        let counter = Counter {
            running.current?.stopRunning()
            isStopped.signal()
        }
        let session = try session(counter, stills(.max), isPaced: true, discards: true)
        running.current = session
        session.startRunning()
        #expect(isStopped.wait(timeout: .now() + 60) == .success)
        #expect(!session.isRunning)
        running.current = nil
    }

    @Test func inputsAndOutputsCanBeRemoved() throws {
        let counter = Counter()
        let session = try session(counter, stills(4), isPaced: false, discards: false)
        let input = try #require(session.inputs.first)
        let output = try #require(session.outputs.first)
        #expect(session.inputs.count == 1 && session.outputs.count == 1)
        #expect((input as? AVCaptureDeviceInput)?.device.position == .front)
        session.removeInput(input)
        #expect(session.inputs.isEmpty)
        session.startRunning()
        session.waitUntilFinished()
        #expect(counter.times.isEmpty)
        session.stopRunning()
        session.addInput(input)
        session.removeOutput(output)
        session.startRunning()
        session.waitUntilFinished()
        #expect(session.outputs.isEmpty && counter.times.isEmpty)
    }

    /// A running session keeps the camera of a removed input until it is started again.
    @Test(.timeLimit(.minutes(5))) func aRunningSessionKeepsItsCamera() throws {
        let source = PausingSource(try stills(3))
        let counter = Counter()
        let session = try session(counter, source, isPaced: false, discards: false)
        let input = try #require(session.inputs.first)
        session.startRunning()
        source.isAsked.wait()
        session.removeInput(input)
        #expect(session.inputs.isEmpty && session.isRunning)
        source.goesOn.signal()
        session.waitUntilFinished()
        #expect(counter.times.count == 3)
        session.stopRunning()
        session.startRunning()
        session.waitUntilFinished()
        #expect(counter.times.count == 3)
    }

    @Test func camerasAreDiscovered() throws {
        let camera = AVCaptureDevice.connect(try stills(1), position: .front, isPaced: false)
        func found(_ types: [AVCaptureDevice.DeviceType], _ position: AVCaptureDevice.Position)
            -> [AVCaptureDevice]
        {
            AVCaptureDevice.DiscoverySession(
                deviceTypes: types, mediaType: .video, position: position
            ).devices
        }
        // Other tests connect cameras, too.
        #expect(found([.builtInWideAngleCamera], .front).allSatisfy { $0.position == .front })
        #expect(found([.builtInWideAngleCamera], .front).count == 1)
        #expect(!found([.builtInWideAngleCamera], .unspecified).isEmpty)
        #expect(found([], camera.position).isEmpty)
    }

    @Test func aSampleIsMadeOfAnImage() throws {
        var pixels: CVPixelBuffer?
        CVPixelBufferCreate(nil, 4, 2, kCVPixelFormatType_32BGRA, nil, &pixels)
        let buffer = try #require(pixels)
        var format: CMVideoFormatDescription?
        CMVideoFormatDescriptionCreateForImageBuffer(
            allocator: nil, imageBuffer: buffer, formatDescriptionOut: &format)
        var timing = CMSampleTimingInfo(
            duration: .invalid, presentationTimeStamp: CMTimeMake(value: 3, timescale: 30))
        var sample: CMSampleBuffer?
        let status = CMSampleBufferCreateForImageBuffer(
            allocator: nil, imageBuffer: buffer, dataReady: true, makeDataReadyCallback: nil,
            refcon: nil, formatDescription: try #require(format), sampleTiming: &timing,
            sampleBufferOut: &sample)
        #expect(status == 0)
        let made = try #require(sample)
        #expect(CMSampleBufferGetImageBuffer(made) === buffer)
        #expect(CMSampleBufferGetPresentationTimeStamp(made).seconds == 0.1)
    }

    @Test func timesAreChecked() {
        #expect(CMTime(seconds: .infinity, preferredTimescale: 600).isValid == false)
        #expect(CMTime(seconds: 1.5, preferredTimescale: 600).value == 900)
        #expect(CMTime.invalid.seconds.isNaN)
        #expect(CMTimeMake(value: 1, timescale: 0).isValid == false)
        #expect(CMTime.zero < CMTimeMake(value: 1, timescale: 30))
    }
}

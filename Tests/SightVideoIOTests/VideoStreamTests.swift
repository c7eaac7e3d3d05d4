import Foundation
import SightVideoIO
import Testing

@Suite struct VideoStreamTests {
    /// A source that makes frames of one size at a rate when they are read.
    private final class Source: FrameSource {
        let info: VideoInfo
        var statistics = VideoStatistics()
        private let count: Int
        private let interval: Double
        private let failure: VideoError?

        init(
            count: Int, interval: Double = 0.005, failure: VideoError? = nil,
            duration: Double? = nil, statesByteCount: Bool = false
        ) {
            var info = VideoInfo(
                width: 96, height: 64, duration: duration, codec: "synthetic", container: "none")
            info.statesByteCount = statesByteCount
            self.info = info
            (self.count, self.interval, self.failure) = (count, interval, failure)
        }

        func next() throws(VideoError) -> VideoFrame? {
            guard statistics.frames < count else {
                if let failure { throw failure }
                return nil
            }
            let index = statistics.frames
            guard let buffer = try? SyntheticVideo.frame(index) else { return nil }
            statistics.frames += 1
            return VideoFrame(
                buffer: buffer, index: index, time: .seconds(interval * Double(index)))
        }
    }

    /// A source that waits for its interruption, as a camera without frames does.
    private final class SilentSource: FrameSource {
        let info = VideoInfo(width: 96, height: 64, codec: "synthetic", container: "none")
        let statistics = VideoStatistics()
        private let interruption: VideoInterruption

        init(_ interruption: VideoInterruption) { self.interruption = interruption }

        func next() throws(VideoError) -> VideoFrame? {
            while !interruption.isInterrupted { usleep(20) }
            throw VideoError(.interrupted, "reading was stopped")
        }
    }

    /// A source whose frames a test gives to it.
    private final class FedSource: FrameSource {
        let info = VideoInfo(width: 96, height: 64, codec: "synthetic", container: "none")
        let statistics = VideoStatistics()
        private let frames: Handover<VideoFrame>

        init(_ frames: Handover<VideoFrame>) { self.frames = frames }

        func next() throws(VideoError) -> VideoFrame? { frames.take() }
    }

    @Test func everyFrameArrivesInOrder() async throws {
        let stream = try await VideoStream.open { () throws(VideoError) in Source(count: 50) }
        #expect(stream.info.codec == "synthetic")
        var indices: [Int] = []
        for try await frame in stream { indices.append(frame.index) }
        #expect(indices == Array(0..<50))
        #expect(stream.statistics.frames == 50)
        #expect(stream.statistics.droppedFrames == 0)
    }

    /// After a pause, a consumer gets the newest frame; the dropped frames are counted.
    @Test(.timeLimit(.minutes(5))) func realtimeDropsLateFrames() async throws {
        let stream = try await VideoStream.open(pace: .realtime) { () throws(VideoError) in
            Source(count: 60, interval: 0.001)
        }
        var indices: [Int] = []
        for try await frame in stream {
            indices.append(frame.index)
            // The loop waits for the source's progress, not for a time.
            while indices.count == 1, stream.statistics.frames < 60 {
                try await Task.sleep(nanoseconds: 1_000_000)
            }
        }
        #expect(indices == indices.sorted())
        // The consumer gets the frame before the pause, at most one in between, and the newest one.
        #expect(indices.last == 59 && indices.count <= 3)
        #expect(indices.count + stream.statistics.droppedFrames == 60)
    }

    /// The frames of a live source are due when they arrive, whatever their times say; those of a
    /// pipe wait for ten seconds at most.
    @Test(.timeLimit(.minutes(5)), arguments: [FrameArrival.live, .piped])
    func longStepsStopNoStream(arrival: FrameArrival) async throws {
        let stream = try await VideoStream.open(pace: .realtime, arrival: arrival) {
            () throws(VideoError) in Source(count: 50, interval: 1000)
        }
        var count = 0
        for try await _ in stream { count += 1 }
        #expect(count + stream.statistics.droppedFrames == 50)
    }

    /// A file at an address has a length in seconds or in bytes, and none of its frames is dropped.
    @Test(.timeLimit(.minutes(5)), arguments: [50_000, nil])
    func storedFramesAreKept(duration: Double?) async throws {
        let stream = try await VideoStream.open(
            pace: .realtime, arrival: .live, keepsStored: true
        ) { () throws(VideoError) in
            Source(
                count: 50, interval: 1000, duration: duration, statesByteCount: duration == nil)
        }
        var count = 0
        for try await _ in stream { count += 1 }
        #expect(count == 50 && stream.statistics.droppedFrames == 0)
    }

    /// Several consumers share the frames, and the end of the stream ends all of them.
    @Test(.timeLimit(.minutes(5))) func severalConsumersEnd() async throws {
        let stream = try await VideoStream.open { () throws(VideoError) in Source(count: 50) }
        let consumers = (0..<4).map { _ in
            Task {
                var indices: [Int] = []
                for try await frame in stream { indices.append(frame.index) }
                return indices
            }
        }
        var indices: [Int] = []
        for consumer in consumers {
            let seen = try await consumer.value
            #expect(seen == seen.sorted())
            indices += seen
        }
        #expect(indices.sorted() == Array(0..<50))
    }

    /// The cancellation of one consumer ends it, and the other one gets the rest.
    @Test(.timeLimit(.minutes(5))) func aCancelledConsumerEndsAlone() async throws {
        let frames = Handover<VideoFrame>(capacity: 1)
        let stream = try await VideoStream.open { () throws(VideoError) in FedSource(frames) }
        let consumers = (0..<2).map { _ in
            Task {
                var indices: [Int] = []
                for try await frame in stream { indices.append(frame.index) }
                return indices
            }
        }
        // Either may wait first.
        try await Task.sleep(nanoseconds: 5_000_000)
        consumers[0].cancel()
        #expect(try await consumers[0].value == [])
        for index in 0..<2 {
            let frame = VideoFrame(
                buffer: try SyntheticVideo.frame(index), index: index,
                time: .milliseconds(40 * index))
            #expect(await frames.put(frame))
        }
        frames.close()
        #expect(try await consumers[1].value == [0, 1])
    }

    @Test func failuresArrive() async throws {
        await #expect(throws: VideoError.self) {
            _ = try await VideoStream.open { () throws(VideoError) in
                throw VideoError(.unreadable, "no")
            }
        }
        let stream = try await VideoStream.open { () throws(VideoError) in
            Source(count: 3, failure: VideoError(.disconnected, "gone"))
        }
        var taken = 0
        let error = await #expect(throws: VideoError.self) {
            for try await _ in stream { taken += 1 }
        }
        #expect(error?.code == .disconnected)
        #expect(taken == 3)
    }

    @Test func cancellationEndsTheStream() async throws {
        let stream = try await VideoStream.open(pace: .realtime) { () throws(VideoError) in
            Source(count: 1000, interval: 3600)
        }
        let task = Task {
            var count = 0
            for try await _ in stream { count += 1 }
            return count
        }
        try await Task.sleep(nanoseconds: 20_000_000)
        task.cancel()
        #expect(try await task.value <= 1)
        stream.cancel()
    }

    /// The interruption of the source is no error of the stream, whatever comes first.
    @Test(.timeLimit(.minutes(5))) func aCancelledStreamEndsWithoutAnError() async throws {
        for _ in 0..<100 {
            let interruption = VideoInterruption()
            let stream = try await VideoStream.open(interruption: interruption) {
                () throws(VideoError) in SilentSource(interruption)
            }
            let reading = Task { for try await _ in stream {} }
            stream.cancel()
            try await reading.value
        }
    }

    /// A thread that the system does not make is an error; no system has the memory for this stack.
    @Test(.timeLimit(.minutes(5))) func aMissingThreadIsAnError() async {
        let error = await #expect(throws: VideoError.self) {
            try await VideoThread.$stackSize.withValue(1 << 50) {
                _ = try await VideoStream.open(pace: .everyFrame) { () throws(VideoError) in
                    Source(count: 1)
                }
            }
        }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("sight.video.reader") == true)
    }

    @Test(.enabled(if: SyntheticVideo.isAvailable)) func filesAreStreams() async throws {
        let folder = try ScratchFolder()
        let path = folder.file("video.mp4")
        try SyntheticVideo.write(path)
        let stream = try await VideoStream.open(VideoInput(path))
        #expect(abs((stream.info.frameCount ?? 0) - 24) <= (SyntheticVideo.usesFFmpeg ? 0 : 1))
        var count = 0
        for try await _ in stream { count += 1 }
        #expect(count == 24)
    }
}

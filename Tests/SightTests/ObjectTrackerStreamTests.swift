import Foundation
import Sight
import SightGeometry
import Testing

/// Streams that come faster than models run.
@Suite struct ObjectTrackerStreamTests {
    private static func options(_ schedule: DetectionSchedule) -> ObjectTrackerOptions {
        var options = ObjectTrackerOptions()
        options.allowsMultipleObjects = true
        options.tracker = .bytetrack
        options.schedule = schedule
        return options
    }

    /// Frames at a rate, numbered, stamped with the moment they were made.
    private static func camera(
        count: Int, interval: Duration, start: ContinuousClock.Instant = .now
    ) -> AsyncStream<TimedImage> {
        AsyncStream { continuation in
            let task = Task.detached {
                for index in 0..<count {
                    try? await Task.sleep(until: start + interval * index, clock: .continuous)
                    guard let frame = try? TrackerStubs.frame(index), !Task.isCancelled else {
                        break
                    }
                    let made = (ContinuousClock.now - start) / .nanoseconds(1)
                    continuation.yield(
                        TimedImage(frame, at: FrameTime(nanoseconds: Int64(made))))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// A source of 60 frames a second and a model that takes four of them: every result is about
    /// the newest frame, the others are counted, nothing queues up.
    @Test func aSlowModelSeesTheNewestFrame() async throws {
        let tracker = ObjectTracker(
            options: Self.options(.everyFrame),
            finding: { image throws(DetectionError) in
                usleep(66_000)
                return TrackerStubs.find(image)
            })
        let interval = Duration.microseconds(16_667)
        let start = ContinuousClock.now
        var results = 0
        var dropped = 0
        var ages: [Double] = []
        for try await frame in tracker.results(
            of: Self.camera(count: 60, interval: interval, start: start))
        {
            results += 1
            dropped += frame.droppedFrames
            let age = (ContinuousClock.now - start) / .seconds(1) - frame.time.seconds
            ages.append(age)
        }
        #expect(results + dropped == 60)
        #expect(results >= 3 && results <= 20)
        // The model's time and one frame, and room for a busy machine. A queue would end at four
        // seconds.
        let median = ages.sorted()[ages.count / 2]
        #expect(median < 0.066 + 0.0167 + 0.3)
    }

    /// Results do not wait for the detector: the first are empty, then objects appear.
    @Test func resultsDoNotWaitForTheDetector() async throws {
        let tracker = ObjectTracker(
            options: Self.options(.whenReady),
            finding: { image throws(DetectionError) in
                usleep(30_000)
                return TrackerStubs.find(image)
            })
        var partial = 0
        var found = 0
        var slowest = 0.0
        for index in 0..<40 {
            let start = ContinuousClock.now
            let frame = try await tracker.objects(
                in: TrackerStubs.frame(index), at: TrackerStubs.time(index))
            slowest = max(slowest, (ContinuousClock.now - start) / .seconds(1))
            if frame.isPartial {
                partial += 1
                #expect(frame.objects.isEmpty)
            }
            found += frame.objects.count
            try await Task.sleep(for: .milliseconds(8))
        }
        #expect(partial > 0 && partial < 40)
        #expect(found > 0)
    }

    /// What a detection found in an earlier frame is moved to where its objects are now.
    @Test func detectionsAreBroughtUpToDate() {
        let old = Rect<Upright>(x: 10, y: 10, width: 20, height: 20)
        let new = Rect<Upright>(x: 50, y: 30, width: 40, height: 20)
        let motion = BoxMotion([Track(id: 3, box: old, state: .confirmed, score: 1)])
        let found = [
            Detection(box: Rect(x: 12, y: 10, width: 20, height: 20), score: 0.5),
            Detection(box: Rect(x: 100, y: 10, width: 20, height: 20), score: 0.5),
        ]
        let moved = motion.moved(
            found, to: [Track(id: 3, box: new, state: .confirmed, score: 1)])
        #expect(moved[0].box == Rect(x: 54, y: 30, width: 40, height: 20))
        #expect(moved[1] == found[1])
        let track = Track(
            id: 1, box: old, state: .confirmed, score: 1, velocity: Point(x: 10, y: -20))
        let later = BoxMotion.coasting([track], seconds: 0.5)
        #expect(later[0].box == Rect(x: 15, y: 0, width: 20, height: 20))
    }

    @Test func everyFrameIsTrackedWhenNoneMayBeDropped() async throws {
        let tracker = ObjectTracker(
            options: Self.options(.everyFrame),
            finding: { image throws(DetectionError) in TrackerStubs.find(image) })
        var results = 0
        let frames = Self.camera(count: 30, interval: .milliseconds(1))
        for try await frame in tracker.results(of: frames, whenLate: .everyFrame) {
            results += 1
            #expect(frame.droppedFrames == 0)
        }
        #expect(results == 30)
    }

    @Test func cancellationEndsTheResultsAtOnce() async throws {
        let tracker = ObjectTracker(
            options: Self.options(.everyFrame),
            finding: { image throws(DetectionError) in TrackerStubs.find(image) })
        let task = Task {
            var count = 0
            do {
                let frames = Self.camera(count: 100, interval: .seconds(5))
                for try await _ in tracker.results(of: frames) { count += 1 }
            } catch {}
            return count
        }
        try await Task.sleep(for: .milliseconds(50))
        let start = ContinuousClock.now
        task.cancel()
        #expect(await task.value <= 1)
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    /// Labels come after boxes where results do not wait.
    @Test func labelsFollowBoxes() async throws {
        var options = Self.options(.whenReady)
        options.isClassificationEnabled = true
        let tracker = ObjectTracker(
            options: options,
            finding: { image throws(DetectionError) in TrackerStubs.moving(0) },
            naming: { _, _ throws(DetectionError) in
                usleep(20_000)
                return [Label(text: "late", index: 0, score: 1)]
            })
        var unnamed = 0
        var named = 0
        for index in 0..<60 where named == 0 {
            let frame = try await tracker.objects(
                in: TrackerStubs.frame(), at: TrackerStubs.time(index))
            for object in frame.objects {
                if object.labels.isEmpty { unnamed += 1 } else { named += 1 }
            }
            try await Task.sleep(for: .milliseconds(8))
        }
        #expect(unnamed > 0 && named > 0)
    }

    /// State does not grow: identities that are gone are forgotten.
    @Test func memoryIsBounded() {
        var memory = IdentityMemory()
        for index in 0..<5000 {
            memory.see(index, detected: nil, at: TrackerStubs.time(index))
            memory.forget(at: TrackerStubs.time(index))
            #expect(memory.count <= 512)
        }
        memory.see(9999, detected: nil, at: TrackerStubs.time(9000))
        memory.forget(at: TrackerStubs.time(9000))
        #expect(memory.count == 1)
    }

    @Test func theLeaderKeepsItsPlace() {
        var ranking = ProminenceRanking(margin: 1.3)
        let size = Size<Upright>(width: 100, height: 100)
        func candidates(_ first: Float, _ second: Float) -> [(id: Int, detection: Detection)] {
            let box = Rect<Upright>(x: 40, y: 40, width: 20, height: 20)
            return [
                (id: 1, detection: Detection(box: box, score: first)),
                (id: 2, detection: Detection(box: box, score: second)),
            ]
        }
        #expect(ranking.rank(candidates(0.8, 0.7), in: size, limit: 1) == [0])
        #expect(ranking.rank(candidates(0.7, 0.8), in: size, limit: 1) == [0])
        #expect(ranking.rank(candidates(0.6, 0.9), in: size, limit: 1) == [1])
        #expect(ranking.rank(candidates(0.8, 0.7), in: size, limit: nil) == [1, 0])
        ranking.reset()
        #expect(ranking.rank(candidates(0.8, 0.7), in: size, limit: 1) == [0])
        #expect(ranking.rank([], in: size, limit: 1).isEmpty)
    }
}

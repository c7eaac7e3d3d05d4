import Foundation
import Sight
import SightGeometry
import Testing

/// Streams with more frames than models can process.
@Suite struct ObjectTrackerStreamTests {
    private static func options(_ schedule: DetectionSchedule) -> ObjectTrackerOptions {
        var options = ObjectTrackerOptions()
        options.allowsMultipleObjects = true
        options.tracker = ByteTrack()
        options.schedule = schedule
        return options
    }

    /// A model that is blocked while ten frames arrive gets the newest one next; the others are
    /// dropped and counted.
    @Test(.timeLimit(.minutes(5))) func aSlowModelSeesTheNewestFrame() async throws {
        let camera = HandFedCamera()
        let gate = Gate()
        let tracker = ObjectTracker(
            options: Self.options(.everyFrame),
            finding: { image throws(DetectionError) in
                gate.enter()
                return TrackerStubs.find(image)
            })
        let results = Task {
            var seen: [(time: FrameTime, dropped: Int)] = []
            for try await frame in tracker.results(of: camera, whenLate: .newestWins) {
                seen.append((frame.time, frame.droppedFrames))
            }
            return seen
        }
        try await camera.give(TrackerStubs.timed(0))
        await gate.waitForVisitor()
        for round in 0..<6 {
            for index in 1...10 { try await camera.give(TrackerStubs.timed(10 * round + index)) }
            gate.open()
            await gate.waitForVisitor()
        }
        camera.end()
        gate.open()
        let seen = try await results.value
        #expect(seen.map(\.time) == (0...6).map { TrackerStubs.time(10 * $0) })
        #expect(seen.map(\.dropped) == [0] + Array(repeating: 9, count: 6))
    }

    /// Results do not wait for the detector: the first are empty, then objects appear.
    @Test(.timeLimit(.minutes(5))) func resultsDoNotWaitForTheDetector() async throws {
        let gate = Gate()
        let tracker = ObjectTracker(
            options: Self.options(.whenReady),
            finding: { image throws(DetectionError) in
                gate.enter()
                return TrackerStubs.find(image)
            })
        for index in 0..<20 {
            let frame = try await tracker.objects(
                in: TrackerStubs.frame(index), at: TrackerStubs.time(index))
            #expect(frame.isPartial && frame.objects.isEmpty)
        }
        gate.stayOpen()
        var index = 20
        while true {
            let frame = try await tracker.objects(
                in: TrackerStubs.frame(index), at: TrackerStubs.time(index))
            index += 1
            guard frame.objects.isEmpty else { break }
            await Task.yield()
        }
    }

    /// The boxes of an earlier frame's detection are moved to the objects' current positions.
    @Test func detectionsAreBroughtUpToDate() {
        let old = Upright.Rect(x: 10, y: 10, width: 20, height: 20)
        let new = Upright.Rect(x: 50, y: 30, width: 40, height: 20)
        let motion = BoxMotion([Track(id: 3, box: old, state: .confirmed, score: 1)])
        let found = [
            Detection(box: Upright.Rect(x: 12, y: 10, width: 20, height: 20), score: 0.5),
            Detection(box: Upright.Rect(x: 100, y: 10, width: 20, height: 20), score: 0.5),
        ]
        let moved = motion.moved(
            found, to: [Track(id: 3, box: new, state: .confirmed, score: 1)])
        #expect(moved[0].box == Upright.Rect(x: 54, y: 30, width: 40, height: 20))
        #expect(moved[1] == found[1])
        let track = Track(
            id: 1, box: old, state: .confirmed, score: 1, velocity: Upright.Point(x: 10, y: -20))
        let later = BoxMotion.coasting([track], seconds: 0.5)
        #expect(later[0].box == Upright.Rect(x: 15, y: 0, width: 20, height: 20))
    }

    @Test func everyFrameIsTrackedByDefault() async throws {
        let tracker = ObjectTracker(
            options: Self.options(.everyFrame),
            finding: { image throws(DetectionError) in TrackerStubs.find(image) })
        var results = 0
        let frames = AsyncStream { continuation in
            for index in 0..<30 {
                if let frame = try? TrackerStubs.timed(index) { continuation.yield(frame) }
            }
            continuation.finish()
        }
        for try await frame in tracker.results(of: frames) {
            results += 1
            #expect(frame.droppedFrames == 0)
        }
        #expect(results == 30)
    }

    /// A cancelled reader ends immediately, also if the camera sends no more frames.
    @Test(.timeLimit(.minutes(5)), arguments: [LateFramePolicy.newestWins, .everyFrame])
    func cancellationEndsTheResultsAtOnce(_ policy: LateFramePolicy) async throws {
        let tracker = ObjectTracker(
            options: Self.options(.everyFrame),
            finding: { image throws(DetectionError) in TrackerStubs.find(image) })
        let camera = HandFedCamera()
        let task = Task {
            var count = 0
            do {
                for try await _ in tracker.results(of: camera, whenLate: policy) { count += 1 }
            } catch {}
            return count
        }
        try await camera.give(TrackerStubs.timed(0))
        task.cancel()
        #expect(await task.value <= 1)
    }

    /// In low-latency mode, labels come after boxes.
    @Test(.timeLimit(.minutes(5))) func labelsFollowBoxes() async throws {
        var options = Self.options(.whenReady)
        options.isClassificationEnabled = true
        let gate = Gate()
        let tracker = ObjectTracker(
            options: options,
            finding: { image throws(DetectionError) in TrackerStubs.moving(0) },
            naming: { _, _ throws(DetectionError) in
                gate.enter()
                return [Label(text: "late", index: 0, score: 1)]
            })
        var index = 0
        func next() async throws -> [Object] {
            defer { index += 1 }
            await Task.yield()
            return try await tracker.objects(
                in: TrackerStubs.frame(), at: TrackerStubs.time(index)
            ).objects
        }
        while try await next().isEmpty {}
        for object in try await next() { #expect(object.labels.isEmpty) }
        gate.stayOpen()
        var objects: [Object] = []
        while !objects.contains(where: { !$0.labels.isEmpty }) { objects = try await next() }
        #expect(objects.contains { $0.labels.first?.text == "late" })
    }

    /// The frame after a failed detection beside the stream throws its error.
    @Test(.timeLimit(.minutes(5))) func detectionsBesideTheStreamFailAloud() async throws {
        let found = Counter()
        let tracker = ObjectTracker(
            options: Self.options(.whenReady),
            finding: { _ throws(DetectionError) in
                found.count()
                throw DetectionError(.invalidModel, "the operator has failed")
            })
        let image = try TrackerStubs.frame()
        var index = 0
        func error() async -> DetectionError? {
            defer { index += 1 }
            await Task.yield()
            do throws(DetectionError) {
                let frame = try await tracker.objects(in: image, at: TrackerStubs.time(index))
                #expect(frame.isPartial && frame.objects.isEmpty)
                return nil
            } catch {
                return error
            }
        }
        for _ in 0..<3 {
            var failure: DetectionError?
            while failure == nil { failure = await error() }
            #expect(failure?.code == .invalidModel)
            // The frame that throws starts no detection.
            #expect(await error() == nil)
        }
        #expect(found.value >= 3)
    }

    /// A tracker of pixels that stops at a gate.
    private struct GatedTracker: VisualTracker {
        let gate: Gate

        mutating func update(_ detections: [Detection], at time: FrameTime) -> [Track] { [] }

        mutating func update(
            _ detections: [Detection], in plane: LuminancePlane, at time: FrameTime
        ) -> [Track] { [] }

        mutating func advance(_ plane: LuminancePlane, at time: FrameTime) -> [Track] {
            gate.enter()
            return []
        }

        mutating func reset() {}
    }

    /// A reset in the middle of a frame ends its call, but does not keep later frames from starting
    /// a detection.
    @Test(.timeLimit(.minutes(5))) func aResetDuringAFrameLeavesTheDetectorFree() async throws {
        let (gate, found) = (Gate(), Counter())
        var options = Self.options(.whenReady)
        options.tracker = GatedTracker(gate: gate)
        let tracker = ObjectTracker(
            options: options,
            finding: { _ throws(DetectionError) in
                found.count()
                return []
            })
        let image = try TrackerStubs.frame()
        let first = Task { try await tracker.objects(in: image, at: TrackerStubs.time(0)) }
        await gate.waitForVisitor()
        await tracker.reset()
        gate.stayOpen()
        let error = await #expect(throws: DetectionError.self) { _ = try await first.value }
        #expect(error?.code == .cancelled)
        let before = found.value
        for index in 1..<1000 where found.value == before {
            _ = try await tracker.objects(in: image, at: TrackerStubs.time(index))
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(found.value > before)
    }

    /// A cancellation is no error of a model.
    @Test(.timeLimit(.minutes(5))) func cancelledDetectionsAreNoErrors() async throws {
        let found = Counter()
        let tracker = ObjectTracker(
            options: Self.options(.whenReady),
            finding: { _ throws(DetectionError) in
                found.count()
                throw DetectionError(.cancelled, "the task was cancelled")
            })
        var index = 0
        while found.value < 5 {
            _ = try await tracker.objects(in: TrackerStubs.frame(), at: TrackerStubs.time(index))
            index += 1
            await Task.yield()
        }
    }

    /// The frame after a failed classification beside the stream throws its error.
    @Test(.timeLimit(.minutes(5))) func classificationsBesideTheStreamFailAloud() async throws {
        var options = Self.options(.whenReady)
        options.isClassificationEnabled = true
        let tracker = ObjectTracker(
            options: options,
            finding: { _ throws(DetectionError) in TrackerStubs.moving(0) },
            naming: { _, _ throws(DetectionError) in
                throw DetectionError(.invalidModel, "the classifier has failed")
            })
        var index = 0
        let error = await #expect(throws: DetectionError.self) {
            while true {
                _ = try await tracker.objects(
                    in: TrackerStubs.frame(), at: TrackerStubs.time(index))
                index += 1
                await Task.yield()
            }
        }
        #expect(error?.message.contains("the classifier has failed") == true)
    }

    /// A reset while the objects of a frame are named ends its call: the next frame is the first
    /// one of the new stream, so its time may be the first and the detector runs on it.
    @Test(.timeLimit(.minutes(5))) func aResetDuringTheNamingStartsOver() async throws {
        var options = Self.options(.every(2))
        options.isClassificationEnabled = true
        let gate = Gate()
        let found = Counter()
        let tracker = ObjectTracker(
            options: options,
            finding: { image throws(DetectionError) in
                found.count()
                return TrackerStubs.moving(0)
            },
            naming: { _, _ throws(DetectionError) in
                gate.enter()
                return [Label(text: "cat", index: 0, score: 1)]
            })
        let frames = Task {
            var index = 0
            var isEmpty = true
            while isEmpty {
                isEmpty = try await tracker.objects(
                    in: TrackerStubs.frame(), at: TrackerStubs.time(index)
                ).objects.isEmpty
                index += 1
            }
        }
        await gate.waitForVisitor()
        let before = found.value
        await tracker.reset()
        gate.stayOpen()
        let error = await #expect(throws: DetectionError.self) { try await frames.value }
        #expect(error?.code == .cancelled)
        _ = try await tracker.objects(in: TrackerStubs.frame(), at: TrackerStubs.time(0))
        #expect(found.value == before + 1)
    }

    /// Removed identities are deleted, so the memory does not grow.
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
        let size = Upright.Size(width: 100, height: 100)
        func candidates(_ first: Float, _ second: Float) -> [(id: Int, detection: Detection)] {
            let box = Upright.Rect(x: 40, y: 40, width: 20, height: 20)
            return [
                (id: 1, detection: Detection(box: box, score: first)),
                (id: 2, detection: Detection(box: box, score: second)),
            ]
        }
        #expect(ranking.rank(candidates(0.8, 0.7), in: size, limit: 1) == [0])
        #expect(ranking.rank(candidates(0.7, 0.8), in: size, limit: 1) == [0])
        #expect(ranking.rank(candidates(0.6, 0.9), in: size, limit: 1) == [1])
        #expect(ranking.rank(candidates(0.8, 0.7), in: size, limit: nil) == [1, 0])
        // What a person drew comes first, the newest before older ones.
        ranking.prefer(1)
        #expect(ranking.rank(candidates(0.1, 0.9), in: size, limit: 1) == [0])
        ranking.prefer(2)
        #expect(ranking.rank(candidates(0.9, 0.1), in: size, limit: nil) == [1, 0])
        ranking.reset()
        #expect(ranking.rank(candidates(0.8, 0.7), in: size, limit: 1) == [0])
        #expect(ranking.rank([], in: size, limit: 1).isEmpty)
    }
}

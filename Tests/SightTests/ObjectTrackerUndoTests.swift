import Sight
import SightConcurrency
import SightGeometry
import SightImage
import Testing

/// Frames that fail leave the stream as it was, and a reset ends the calls before it.
@Suite struct ObjectTrackerUndoTests {
    private static func options(_ kind: TrackerKind) -> ObjectTrackerOptions {
        var options = ObjectTrackerOptions()
        options.allowsMultipleObjects = true
        options.tracker = kind.makeTracker()
        return options
    }

    /// The running and the waiting calls are cancelled; the next frame starts another stream, whose
    /// time may be earlier.
    @Test(.timeLimit(.minutes(5))) func aResetEndsTheCallsBeforeIt() async throws {
        let gate = Gate()
        let tracker = ObjectTracker(
            options: Self.options(.bytetrack),
            finding: { image throws(DetectionError) in
                gate.enter()
                return TrackerStubs.find(image)
            })
        let image = try TrackerStubs.frame()
        func call(_ index: Int) -> Task<FrameTime, any Error> {
            Task { try await tracker.objects(in: image, at: TrackerStubs.time(index)).time }
        }
        func waitForCalls(_ count: Int) async {
            while await tracker.waitingCount < count { await Task.yield() }
        }
        let running = call(10)
        await gate.waitForVisitor()
        let waiting = call(11)
        await waitForCalls(1)
        await tracker.reset()
        let next = call(0)
        await waitForCalls(2)
        gate.stayOpen()
        for refused in [running, waiting] {
            let error = await #expect(throws: DetectionError.self) { _ = try await refused.value }
            #expect(error?.code == .cancelled)
            #expect(error?.message == "the tracker was reset")
        }
        #expect(try await next.value == TrackerStubs.time(0))
    }

    /// A call whose classification fails leaves the stream unchanged: a second call with the same
    /// frame and time has the result that the first one would have had.
    @Test(arguments: TrackerKind.allCases, [DetectionErrorCode.cancelled, .invalidModel])
    func aFailedClassificationIsUndone(_ kind: TrackerKind, _ code: DetectionErrorCode)
        async throws
    {
        var options = Self.options(kind)
        options.isClassificationEnabled = true
        let isFailing = Guarded(false)
        func tracker(mayFail: Bool) -> ObjectTracker {
            ObjectTracker(
                options: options,
                finding: { image throws(DetectionError) in TrackerStubs.find(image) },
                naming: { _, _ throws(DetectionError) in
                    if mayFail, isFailing.current {
                        throw DetectionError(code, "the classifier has stopped")
                    }
                    return [Label(text: "name", index: 0, score: 1)]
                })
        }
        let (tested, undisturbed) = (tracker(mayFail: true), tracker(mayFail: false))
        var failures = 0
        for index in 0..<8 {
            let (image, time) = (try TrackerStubs.frame(index), TrackerStubs.time(index))
            isFailing.current = true
            var found: TrackedFrame?
            do throws(DetectionError) {
                found = try await tested.objects(in: image, at: time)
            } catch {
                #expect(error.code == code)
                failures += 1
                isFailing.current = false
                found = try await tested.objects(in: image, at: time)
            }
            let wanted = try await undisturbed.objects(in: image, at: time)
            let objects = try #require(found).objects
            #expect(objects.map(\.trackingID) == wanted.objects.map(\.trackingID))
            #expect(objects.map(\.uprightBox) == wanted.objects.map(\.uprightBox))
            #expect(objects.map(\.labels) == wanted.objects.map(\.labels))
        }
        #expect(failures > 0)
    }

    /// A frame of another size that fails does not start another stream.
    @Test func aFailedFrameOfAnotherSizeIsUndone() async throws {
        let tracker = ObjectTracker(
            options: Self.options(.bytetrack),
            finding: { image throws(DetectionError) in
                guard image.buffer.width == 160 else {
                    throw DetectionError(.cancelled, "the task was cancelled")
                }
                return TrackerStubs.find(image)
            })
        func ids(_ index: Int) async throws -> [Int?] {
            try await tracker.objects(
                in: TrackerStubs.frame(index), at: TrackerStubs.time(index)
            ).objects.map(\.trackingID)
        }
        for index in 0..<3 { _ = try await ids(index) }
        let before = try await ids(3)
        #expect(before.count == 2)
        let error = await #expect(throws: DetectionError.self) {
            _ = try await tracker.objects(
                in: TrackerStubs.frame(4, width: 170), at: TrackerStubs.time(4))
        }
        #expect(error?.code == .cancelled)
        #expect(try await ids(4) == before)
    }

    /// A call that refuses its box leaves the stream unchanged, so that the next call may have the
    /// same time.
    @Test func aRefusedBoxIsUndone() async throws {
        let tracker = ObjectTracker(localizer: nil, options: Self.options(.sight))
        let image = try TrackerStubs.frame()
        let error = await #expect(throws: DetectionError.self) {
            _ = try await tracker.follow(
                Rect(x: -1e6, y: 0, width: 2e6, height: 100), in: image,
                at: TrackerStubs.time(0))
        }
        #expect(error?.code == .invalidImage)
        let frame = try await tracker.objects(in: image, at: TrackerStubs.time(0))
        #expect(frame.objects.isEmpty)
    }
}

import Foundation
import Sight
import SightGeometry
import SightImage
import Testing

@Suite struct ObjectTrackerTests {
    /// Options for trackers that confirm tracks in the second frame and use no pixels.
    private static func options(
        _ kind: TrackerKind = .bytetrack, _ change: (inout ObjectTrackerOptions) -> Void = { _ in }
    ) -> ObjectTrackerOptions {
        var options = ObjectTrackerOptions()
        options.allowsMultipleObjects = true
        options.tracker = kind.makeTracker()
        change(&options)
        return options
    }

    private static func tracker(
        _ options: ObjectTrackerOptions, naming: StreamTracker.Naming? = nil
    ) -> ObjectTracker {
        ObjectTracker(
            options: options,
            finding: { image throws(DetectionError) in TrackerStubs.find(image) }, naming: naming)
    }

    @Test(arguments: TrackerKind.allCases)
    func identitiesLast(_ kind: TrackerKind) async throws {
        let tracker = Self.tracker(Self.options(kind))
        var identities: [String: Set<Int>] = [:]
        var found = 0
        for index in 0..<20 {
            let frame = try await tracker.objects(
                in: TrackerStubs.frame(index), at: TrackerStubs.time(index))
            #expect(frame.hasNewDetections && !frame.isPartial)
            for object in frame.objects {
                found += 1
                let label = try #require(object.labels.first)
                identities[label.text, default: []].insert(try #require(object.trackingID))
            }
        }
        #expect(found >= 30)
        #expect(identities["cat"]?.count == 1 && identities["dog"]?.count == 1)
        #expect(identities["cat"] != identities["dog"])
    }

    @Test func oneObjectIsTheProminentOne() async throws {
        let tracker = Self.tracker(Self.options { $0.allowsMultipleObjects = false })
        var labels: Set<String> = []
        for index in 0..<10 {
            let frame = try await tracker.objects(
                in: TrackerStubs.frame(index), at: TrackerStubs.time(index))
            #expect(frame.objects.count <= 1)
            if let label = frame.objects.first?.labels.first { labels.insert(label.text) }
        }
        #expect(labels == ["cat"])
    }

    @Test func categoriesAreFilteredBeforeTracking() async throws {
        for change: (inout ObjectTrackerOptions) -> Void in [
            { $0.allowedLabels = ["dog"] }, { $0.deniedLabels = ["cat"] },
        ] {
            let tracker = Self.tracker(Self.options(.bytetrack, change))
            var labels: Set<String> = []
            for index in 0..<6 {
                let frame = try await tracker.objects(
                    in: TrackerStubs.frame(index), at: TrackerStubs.time(index))
                labels.formUnion(frame.objects.compactMap { $0.labels.first?.text })
            }
            #expect(labels == ["dog"])
        }
    }

    @Test func timeRunningBackwardsIsAnError() async throws {
        let tracker = Self.tracker(Self.options())
        let frame = try TrackerStubs.frame()
        for index in 1..<4 {
            _ = try await tracker.objects(in: frame, at: TrackerStubs.time(index))
        }
        for index in [3, 0] {
            let error = await #expect(throws: DetectionError.self) {
                _ = try await tracker.objects(in: frame, at: TrackerStubs.time(index))
            }
            #expect(error?.code == .timeNotIncreasing)
        }
        #expect(try await !tracker.objects(in: frame, at: TrackerStubs.time(4)).objects.isEmpty)
    }

    /// Another size, another orientation and a reset start over with new identities.
    @Test func startsOverWithNewIdentities() async throws {
        let tracker = Self.tracker(Self.options())
        var seen: Set<Int> = []
        func run(_ image: VisionImage, from start: Int) async throws -> Set<Int> {
            var found: Set<Int> = []
            for index in start..<start + 4 {
                let frame = try await tracker.objects(in: image, at: TrackerStubs.time(index))
                found.formUnion(frame.objects.compactMap(\.trackingID))
            }
            return found
        }
        let image = try TrackerStubs.frame()
        let larger = try TrackerStubs.frame(0, width: 170)
        let turned = VisionImage(larger.buffer, orientation: .downMirrored)
        for (round, frame) in [image, larger, turned].enumerated() {
            let found = try await run(frame, from: round * 10)
            #expect(found.count == 2 && found.isDisjoint(with: seen))
            seen.formUnion(found)
        }
        await tracker.reset()
        // Time may start again, too.
        let found = try await run(turned, from: 0)
        #expect(found.count == 2 && found.isDisjoint(with: seen))
    }

    @Test func detectionFollowsTheSchedule() async throws {
        let counter = Counter()
        let tracker = ObjectTracker(
            options: Self.options(.bytetrack) { $0.schedule = .every(4) },
            finding: { image throws(DetectionError) in
                counter.count()
                return TrackerStubs.find(image)
            })
        var shown = 0
        for index in 0..<20 {
            let frame = try await tracker.objects(
                in: TrackerStubs.frame(index), at: TrackerStubs.time(index))
            #expect(frame.hasNewDetections == (index % 4 == 0))
            shown += frame.objects.count
        }
        #expect(counter.value == 5)
        #expect(shown >= 30)
    }

    /// Objects are classified once, and again when their look changes.
    @Test func labelsAreCached() async throws {
        let counter = Counter()
        let tracker = Self.tracker(
            Self.options { $0.isClassificationEnabled = true },
            naming: { image, _ throws(DetectionError) in
                counter.count()
                return [Label(text: "name \(counter.value)", index: 0, score: 1)]
            })
        for index in 0..<10 {
            let frame = try await tracker.objects(
                in: TrackerStubs.frame(), at: TrackerStubs.time(index))
            #expect(frame.objects.allSatisfy { $0.labels.count == 1 })
        }
        #expect(counter.value == 2)
        // Half of the cat turns white.
        var bytes = try TrackerStubs.frame().buffer.planes[0].bytes
        for y in 40..<80 { for x in 10..<30 { bytes[y * 160 + x] = 250 } }
        let changed = VisionImage(
            try ImageBuffer(width: 160, height: 120, format: .gray8, bytes: bytes))
        for index in 10..<15 {
            _ = try await tracker.objects(in: changed, at: TrackerStubs.time(index))
        }
        #expect(counter.value == 3)
    }

    @Test func aUsersBoxNeedsContent() async throws {
        let tracker = ObjectTracker(localizer: nil, options: Self.options(.sight))
        let frame = try TrackerStubs.frame()
        for box in [
            Upright.Rect(x: 200, y: 0, width: 10, height: 10),
            Upright.Rect(x: 0, y: 0, width: .nan, height: 10),
            Upright.Rect(x: 9, y: 9, width: 0, height: 3),
        ] {
            let error = await #expect(throws: DetectionError.self) {
                _ = try await tracker.follow(box, in: frame, at: TrackerStubs.time(0))
            }
            #expect(error?.code == .invalidOptions)
        }
    }

    /// Calls that wait during a detection continue in the order of the calls.
    ///
    /// If a frame overtook others, these would fail, because their times would not increase.
    @Test func callsAreAnsweredInOrder() async throws {
        let gate = Gate()
        let tracker = ObjectTracker(
            options: Self.options(),
            finding: { image throws(DetectionError) in
                gate.enter()
                return TrackerStubs.find(image)
            })
        var answers: [Task<FrameTime, any Error>] = []
        for index in 0..<10 {
            let frame = try TrackerStubs.frame(index)
            answers.append(
                Task { try await tracker.objects(in: frame, at: TrackerStubs.time(index)).time })
            if index == 0 { await gate.waitForVisitor() }
            while await tracker.waitingCount < index {
                try await Task.sleep(nanoseconds: 1_000_000)
            }
        }
        gate.stayOpen()
        for (index, answer) in answers.enumerated() {
            #expect(try await answer.value == TrackerStubs.time(index))
        }
    }

    @Test func cancellationIsAnError() async throws {
        let tracker = ObjectTracker(
            options: Self.options(),
            finding: { _ throws(DetectionError) in
                usleep(20_000)
                return []
            })
        let frame = try TrackerStubs.frame()
        let task = Task { try await tracker.objects(in: frame, at: TrackerStubs.time(0)) }
        task.cancel()
        let error = await #expect(throws: DetectionError.self) { _ = try await task.value }
        #expect(error?.code == .cancelled)
        // The stream continues without the refused frame.
        _ = try await tracker.objects(in: frame, at: TrackerStubs.time(0))
    }
}

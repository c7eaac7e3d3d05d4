import Sight
import SightGeometry
import SightImage
import Testing

/// Objects that a user selects, tracked by their pixels alone or beside detections.
@Suite struct ObjectTrackerFollowingTests {
    /// A textured square of 40 pixels that moves by (2, 1) pixels a frame over another texture.
    private static func frame(_ index: Int) throws -> VisionImage {
        let (width, height) = (200, 150)
        func noise(_ x: Int, _ y: Int, _ seed: Int) -> UInt8 {
            let mixed = UInt32(truncatingIfNeeded: x / 5 * 73_856_093 ^ y / 5 * 19_349_663 ^ seed)
            return UInt8(truncatingIfNeeded: (mixed &* 2_654_435_761) >> 24)
        }
        var bytes = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width { bytes[y * width + x] = noise(x, y, 7) / 3 + 80 }
        }
        let (left, top) = (20 + 2 * index, 30 + index)
        for y in 0..<40 {
            for x in 0..<40 { bytes[(top + y) * width + left + x] = noise(x, y, 99) }
        }
        bytes[0] = UInt8(index)
        return VisionImage(
            try ImageBuffer(width: width, height: height, format: .gray8, bytes: bytes))
    }

    private static func square(_ index: Int) -> Upright.Rect {
        Rect(x: 20 + 2 * Float(index), y: 30 + Float(index), width: 40, height: 40)
    }

    /// A tracker whose detector finds a large object on the right and, if `seesSquare`, the square.
    private static func tracker(
        seesSquare: Bool, _ change: (inout ObjectTrackerOptions) -> Void
    ) -> ObjectTracker {
        var options = ObjectTrackerOptions()
        change(&options)
        return ObjectTracker(
            options: options,
            finding: { image throws(DetectionError) in
                let large = Detection(
                    box: Upright.Rect(x: 115, y: 5, width: 80, height: 140), score: 0.95)
                let index = Int(image.buffer.planes[0].bytes[0])
                let small = Detection(box: square(index), score: 0.95)
                return seesSquare ? [large, small] : [large]
            })
    }

    @Test func aUsersBoxIsFollowed() async throws {
        let tracker = ObjectTracker(localizer: nil)
        let first = try await tracker.follow(
            Rect(x: 20, y: 30, width: 40, height: 40), in: Self.frame(0), at: TrackerStubs.time(0))
        let id = try #require(first.objects.first?.trackingID)
        var last: Object?
        for index in 1..<40 {
            let frame = try await tracker.objects(
                in: Self.frame(index), at: TrackerStubs.time(index))
            last = frame.objects.first
            #expect(frame.objects.map(\.trackingID) == [id])
            #expect(!frame.hasNewDetections && !frame.isPartial)
        }
        let box = try #require(last?.uprightBox)
        #expect(box.intersectionOverUnion(Self.square(39)) >= 0.7)
    }

    /// The error of a detection beside the stream does not cost the box that a user draws.
    @Test(.timeLimit(.minutes(5))) func anEarlierErrorKeepsAUsersBox() async throws {
        var options = ObjectTrackerOptions()
        options.schedule = .whenReady
        let found = Counter()
        let tracker = ObjectTracker(
            options: options,
            finding: { _ throws(DetectionError) in
                found.count()
                throw DetectionError(.invalidModel, "the operator has failed")
            })
        let image = try Self.frame(0)
        var index = 0
        func follow() async throws -> TrackedFrame {
            defer { index += 1 }
            return try await tracker.follow(
                Self.square(0), in: image, at: TrackerStubs.time(index))
        }
        // The second detection begins after the error of the first one has come.
        while found.value < 2 {
            _ = try await follow()
            await Task.yield()
        }
        #expect(try await follow().objects.first?.trackingID != nil)
        let error = await #expect(throws: DetectionError.self) {
            _ = try await tracker.objects(in: image, at: TrackerStubs.time(index))
        }
        #expect(error?.code == .invalidModel)
    }

    /// Where only one object is returned, it is the one in the user's box, whether the detector
    /// finds it or not.
    @Test(arguments: [true, false], [1, 2, 5])
    func aUsersBoxIsTheProminentOne(seesSquare: Bool, every: Int) async throws {
        let tracker = Self.tracker(seesSquare: seesSquare) { $0.schedule = .every(every) }
        let first = try await tracker.follow(
            Self.square(0), in: Self.frame(0), at: TrackerStubs.time(0))
        let id = try #require(first.objects.first?.trackingID)
        for index in 1..<25 {
            let frame = try await tracker.objects(
                in: Self.frame(index), at: TrackerStubs.time(index))
            #expect(frame.objects.map(\.trackingID) == [id], "frame \(index)")
            let box = frame.objects.first?.uprightBox
            let overlap = box?.intersectionOverUnion(Self.square(index)) ?? 0
            #expect(overlap >= 0.6, "frame \(index)")
        }
    }

    /// An object in the user's box that the detector finds, too, is counted once.
    @Test(arguments: [1, 2, 5]) func aUsersBoxIsCountedOnce(every: Int) async throws {
        let tracker = Self.tracker(seesSquare: true) {
            $0.allowsMultipleObjects = true
            $0.schedule = .every(every)
        }
        let first = try await tracker.follow(
            Self.square(0), in: Self.frame(0), at: TrackerStubs.time(0))
        let ids = first.objects.compactMap(\.trackingID)
        #expect(ids.count == 2)
        for index in 1..<25 {
            let frame = try await tracker.objects(
                in: Self.frame(index), at: TrackerStubs.time(index))
            #expect(frame.objects.map(\.trackingID) == ids, "frame \(index)")
        }
    }

    /// A tracker without pixels takes the user's box for a detection, and returns it first.
    @Test func aUsersBoxIsTheProminentOneWithoutPixels() async throws {
        let tracker = Self.tracker(seesSquare: true) { $0.usesPixels = false }
        let first = try await tracker.follow(
            Self.square(0), in: Self.frame(0), at: TrackerStubs.time(0))
        let id = try #require(first.objects.first?.trackingID)
        for index in 1..<10 {
            let frame = try await tracker.objects(
                in: Self.frame(index), at: TrackerStubs.time(index))
            #expect(frame.objects.map(\.trackingID) == [id], "frame \(index)")
        }
    }
}

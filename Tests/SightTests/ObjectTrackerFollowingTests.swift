import Sight
import SightGeometry
import SightImage
import Testing

/// Objects that a user selects, tracked by their pixels alone.
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
        return VisionImage(
            try ImageBuffer(width: width, height: height, format: .gray8, bytes: bytes))
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
        let truth = Rect<Upright>(x: 98, y: 69, width: 40, height: 40)
        #expect(box.intersectionOverUnion(truth) >= 0.7)
    }
}

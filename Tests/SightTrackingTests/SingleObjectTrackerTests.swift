import SightGeometry
import SightTracking
import Testing

@Suite struct SingleObjectTrackerTests {
    /// A square with a texture, with its top-left corner at (x, y), before a background with
    /// another texture; 160 × 120 pixels.
    private func plane(x: Int, y: Int, side: Int = 32) throws -> LuminancePlane {
        var bytes = [UInt8](repeating: 0, count: 160 * 120)
        for row in 0..<120 {
            for column in 0..<160 {
                let inside = (x..<x + side).contains(column) && (y..<y + side).contains(row)
                let (u, v) = inside ? (column - x, row - y) : (column / 3, row / 3)
                bytes[row * 160 + column] = UInt8(
                    inside ? (u / 6 + v / 5) % 2 * 180 + 40 : (u * 7 + v * 13) % 60 + 60)
            }
        }
        return try LuminancePlane(width: 160, height: 120, bytes: bytes)
    }

    @Test func followsAMovingSquare() throws {
        var tracker = try SingleObjectTracker(
            Rect(x: 20, y: 30, width: 32, height: 32), in: plane(x: 20, y: 30))
        for frame in 1...20 {
            #expect(tracker.advance(try plane(x: 20 + 3 * frame, y: 30 + frame)))
            let truth = Rect<Upright>(
                x: Float(20 + 3 * frame), y: Float(30 + frame), width: 32, height: 32)
            #expect(tracker.box.intersectionOverUnion(truth) > 0.75)
        }
    }

    @Test(arguments: [
        Rect<Upright>(x: .nan, y: 0, width: 5, height: 5),
        Rect(x: 0, y: 0, width: 0, height: 5), Rect(x: 500, y: 0, width: 5, height: 5),
        Rect(x: 0, y: 0, width: .infinity, height: 5),
    ])
    func refusesBoxesOutsideEmptyOrNotFinite(box: Rect<Upright>) throws {
        let plane = try plane(x: 0, y: 0)
        let error = #expect(throws: TrackingError.self) {
            try SingleObjectTracker(box, in: plane)
        }
        #expect(error?.code == .invalidBox)
    }

    /// Every tenth frame has a detection; between them, the tracker follows the pixels.
    @Test func defaultTrackerFollowsBetweenDetections() throws {
        var tracker = SightTracker()
        for frame in 0...20 {
            let time = FrameTime(nanoseconds: Int64(frame) * 40_000_000)
            let truth = Rect<Upright>(
                x: Float(20 + 3 * frame), y: Float(30 + frame), width: 32, height: 32)
            let plane = try plane(x: 20 + 3 * frame, y: 30 + frame)
            let tracks =
                frame % 10 == 0
                ? try tracker.update([Detection(box: truth, score: 0.9)], in: plane, at: time)
                : try tracker.advance(plane, at: time)
            #expect(tracks.map(\.id) == [1])
            #expect(tracks[0].box.intersectionOverUnion(truth) > 0.7)
            #expect(tracks[0].state == (frame % 10 == 0 ? .confirmed : .lost))
        }
    }

    @Test func startsFromAUsersBox() throws {
        var tracker = SightTracker()
        let started = try tracker.start(
            Rect(x: 20, y: 30, width: 32, height: 32), in: plane(x: 20, y: 30),
            at: FrameTime(nanoseconds: 0))
        let first = try #require(started)
        let tracks = try tracker.advance(
            plane(x: 23, y: 31), at: FrameTime(nanoseconds: 40_000_000))
        #expect(tracks.map(\.id) == [first.id])
        #expect(abs(tracks[0].box.x - 23) < 2)
    }
}

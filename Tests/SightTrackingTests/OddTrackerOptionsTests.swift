import SightGeometry
import SightTracking
import Testing

/// Options that make no sense, which a program may have read from a file.
@Suite struct OddTrackerOptionsTests {
    @Test(arguments: [Int.min, -1, 0, .max])
    func anyNumberOfFramesMayDefineADirection(_ frames: Int) throws {
        var options = OCSORT.Options()
        options.directionFrames = frames
        var tracker = OCSORT(options: options)
        var identities: Set<Int> = []
        for frame in 0..<8 {
            let box = Rect<Upright>(x: Float(5 * frame), y: 20, width: 60, height: 90)
            let tracks = try tracker.update(
                [Detection(box: box, score: 0.9)], at: .milliseconds(40 * frame))
            identities.formUnion(tracks.map(\.id))
        }
        #expect(identities == [1])
    }

    /// The numbers of the default tracker from which it computes boxes and similarities.
    private static var numbers: [WritableKeyPath<SightTrackerOptions, Float>] {
        [
            \.centerNoise, \.sizeNoise, \.scoreNoise, \.centerDrift, \.centerAcceleration,
            \.sizeDrift, \.sizeAcceleration, \.initialVelocity, \.lostVelocityDecay,
            \.lookVelocityGain, \.smoothing, \.smoothingPerJitter, \.buffer, \.minimumIoU,
            \.minimumUnsureIoU, \.lostCost, \.classCost, \.relinkDistance, \.tentativeDistance,
            \.maximumGrowth,
        ]
    }

    /// A moving object that the detector misses in some frames, with each odd number and with all.
    @Test(arguments: [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e30, 0] as [Float])
    func boxesStayFinite(_ odd: Float) throws {
        var choices = Self.numbers.map { [$0] }
        choices.append(Self.numbers)
        for choice in choices {
            var options = SightTrackerOptions()
            for number in choice { options[keyPath: number] = odd }
            var tracker = SightTracker(options: options)
            for frame in 0..<30 {
                let box = Rect<Upright>(
                    x: 20 + 4 * Float(frame), y: 20, width: 60, height: 90 - Float(frame))
                let isSeen = ![8, 9, 15, 16, 17, 18].contains(frame)
                let found = [Detection(box: box, score: frame % 3 == 0 ? 0.4 : 0.9)]
                let tracks = try tracker.update(isSeen ? found : [], at: .milliseconds(40 * frame))
                for track in tracks {
                    #expect(track.box.isFinite, "\(choice): \(track.box)")
                    #expect(track.velocity.x.isFinite && track.velocity.y.isFinite, "\(choice)")
                }
            }
        }
    }

    /// An object that is followed by its pixels.
    @Test(arguments: [.nan, .infinity, -.infinity, 1e30, -1e30] as [Float])
    func followedBoxesStayFinite(_ odd: Float) throws {
        var options = SightTrackerOptions()
        (options.lookVelocityGain, options.lostVelocityDecay) = (odd, odd)
        var tracker = SightTracker(options: options)
        for frame in 0..<8 {
            let place = SIMD2<Float>(40 + 3 * Float(frame), 30)
            let plane = try FlowImages.plane(width: 160, height: 120) { pixel in
                let inside = pixel - place
                return inside.min() >= 0 && inside.max() < 48 ? inside * 1.1 + 5000 : pixel
            }
            let box = Rect<Upright>(x: place.x, y: place.y, width: 48, height: 48)
            let time = FrameTime.milliseconds(40 * frame)
            let tracks =
                frame < 2
                ? try tracker.update([Detection(box: box, score: 0.9)], in: plane, at: time)
                : try tracker.advance(plane, at: time)
            #expect(tracks.count == 1)
            for track in tracks {
                #expect(track.box.isFinite && track.velocity.x.isFinite, "\(track)")
                #expect(track.box.intersectionOverUnion(box) > 0.5)
            }
        }
    }

    @Test func usefulOptionsStay() throws {
        var options = SightTrackerOptions()
        options.birthScore = .infinity
        var tracker = SightTracker(options: options)
        let box = Rect<Upright>(x: 20, y: 20, width: 60, height: 90)
        for frame in 0..<4 {
            let found = [Detection(box: box, score: 1)]
            #expect(try tracker.update(found, at: .milliseconds(40 * frame)).isEmpty)
        }
    }

    /// The camera moves while there are objects; then there are none.
    @Test func noObjectsShareNoMotion() {
        var camera = BoxCamera()
        let boxes = (0..<6).map { Corners(Float(100 * $0), 0, Float(100 * $0) + 40, 80) }
        let moved = boxes.map { $0 + Corners(12, 0, 12, 0) }
        for _ in 0..<10 {
            #expect(camera.motion(of: boxes, to: moved, minimumSupport: 0) != nil)
        }
        #expect(camera.motion(of: [], to: [], minimumSupport: 0) == nil)
    }
}

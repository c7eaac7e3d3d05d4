import SightConcurrency

/// The motion between the latest two frames: of the camera, and of the pixels in a box.
///
/// Each frame is turned into one gray pyramid, for any number of objects, and the number of points
/// that are followed is bounded. Places and boxes are in pixels of the plane.
package struct FrameFlow: Sendable {
    /// Columns and rows of points over the whole frame, for the camera's motion.
    private static let cameraGrid = SIMD2(9, 6)
    private static let cameraSupport = (count: 12, part: Float(0.5))
    /// The number of points in all objects together, and the sides of the grid in one object.
    private static let objectPoints = 160
    private static let objectGrid = 2...5
    private static let objectSupport = (count: 3, part: Float(0.5))
    /// The fraction of a box's width and height that is likely to show the object.
    private static let middlePart = SIMD2<Float>(0.5, 0.8)
    /// The camera stands still if the frame's corners move by less, in pixels of level 0.
    private static let stillness: Float = 0.2
    /// The extent of the points, in pixels of level 0, from which their growth counts in full; it
    /// counts less for a smaller extent, because the noise of the points is the same.
    private static let sureExtent: Float = 160
    /// The range by which an object may grow or shrink from frame to frame.
    private static let scales: ClosedRange<Float> = 0.93...1.07

    private var previous = GrayPyramid()
    private var latest = GrayPyramid()
    /// The frame before the previous one, whose memory the next frame takes.
    ///
    /// Copies of this value share it, so that a caller who keeps a copy until the end of a frame
    /// causes no copy of pixels.
    private let spare = Guarded<GrayPyramid?>(nil)
    private var count = 0
    private var points: [PointFlow.Point] = []

    /// Creates a state without frames.
    package init() {}

    /// Whether there are two frames of one size to compare.
    package var isReady: Bool { count > 1 }

    /// Adds the next frame.
    package mutating func take(_ plane: LuminancePlane) {
        if !latest.fits(plane) { count = 0 }
        var next = takeSpare()
        next.fill(from: plane)
        spare.current = previous
        previous = latest
        latest = next
        count = min(2, count + 1)
    }

    private func takeSpare() -> GrayPyramid {
        spare.withLock { spare in
            defer { spare = nil }
            return spare ?? GrayPyramid()
        }
    }

    /// Forgets the frames but keeps their memory; the next frame is not compared with them.
    package mutating func forget() { count = 0 }

    /// Returns the motion of the image that the camera caused.
    ///
    /// - Parameter boxes: the objects in the previous frame, which may move differently.
    /// - Returns: `nil` if the pixels do not show the motion.
    package mutating func cameraMotion(avoiding boxes: [Corners]) -> SimilarityMotion? {
        guard isReady, let level = latest.levels.first else { return nil }
        let block = Float(latest.block)
        points.removeAll(keepingCapacity: true)
        let size = SIMD2(Float(level.width), Float(level.height))
        for row in 0..<Self.cameraGrid.y {
            for column in 0..<Self.cameraGrid.x {
                let place =
                    (SIMD2(Float(column), Float(row)) + 0.5) * size
                    / SIMD2(Float(Self.cameraGrid.x), Float(Self.cameraGrid.y))
                let isTaken = boxes.contains { Self.contains($0, place * block) }
                if !isTaken { points.append(PointFlow.Point(place, expected: place)) }
            }
        }
        guard let answer = answer(support: Self.cameraSupport, MotionFit.similarity) else {
            return nil
        }
        let corners = [SIMD2<Float>.zero, size, SIMD2(size.x, 0), SIMD2(0, size.y)]
        let isStill = corners.allSatisfy { corner in
            let way = answer.moved(corner) - corner
            return (way * way).sum() < Self.stillness * Self.stillness
        }
        guard !isStill else { return .still }
        return SimilarityMotion(turn: answer.turn, shift: answer.shift * block)
    }

    /// Returns the motion of the pixels in a box.
    ///
    /// - Parameters:
    ///   - box: the box in the previous frame.
    ///   - way: its expected shift.
    ///   - objects: the number of objects that share the points of this frame.
    /// - Returns: `nil` if the pixels do not show the motion.
    package mutating func motion(
        of box: Corners, expected way: SIMD2<Float>, among objects: Int
    ) -> SimilarityMotion? {
        guard isReady, box.min() > -1e6, box.max() < 1e6 else { return nil }
        let scale = 1 / Float(latest.block)
        let middle = box.middle * scale
        let extent = box.extent * scale * Self.middlePart
        let grid = Self.grid(among: objects)
        points.removeAll(keepingCapacity: true)
        for row in 0..<grid.y {
            for column in 0..<grid.x {
                let step = SIMD2(Float(column), Float(row)) + 0.5
                let part = step / SIMD2(Float(grid.x), Float(grid.y)) - 0.5
                let place = middle + part * extent
                points.append(PointFlow.Point(place, expected: place + way * scale))
            }
        }
        let shortest = 0.3 * extent.max()
        guard
            let answer = answer(
                support: Self.objectSupport,
                { MotionFit.shiftAndScale($0, about: middle, shortest: shortest) })
        else { return nil }
        let growth = min(max(answer.scale, Self.scales.lowerBound), Self.scales.upperBound) - 1
        let factor = 1 + growth * min(1, extent.max() / Self.sureExtent)
        return SimilarityMotion(
            scale: factor, about: box.middle,
            shift: (answer.moved(middle) - middle) / scale)
    }

    /// Returns the columns and rows of points on an object; not fewer rows, because people are
    /// tall.
    private static func grid(among objects: Int) -> SIMD2<Int> {
        let share = objectPoints / max(1, objects)
        let columns = Int(Float(share).squareRoot())
        let range = objectGrid
        let x = min(max(columns, range.lowerBound), range.upperBound)
        return SIMD2(x, min(max(share / x, range.lowerBound), range.upperBound))
    }

    /// Follows the points, and fits a motion that enough of them share.
    private mutating func answer(
        support: (count: Int, part: Float), _ fit: ([PointFlow.Point]) -> MotionFit.Answer?
    ) -> SimilarityMotion? {
        PointFlow.follow(&points, from: previous, to: latest)
        let found = points.filter(\.isFound)
        guard found.count >= support.count, let answer = fit(found),
            answer.support >= support.count,
            Float(answer.support) >= support.part * Float(found.count)
        else { return nil }
        return answer.motion
    }

    private static func contains(_ box: Corners, _ place: SIMD2<Float>) -> Bool {
        place.x >= box.x && place.x <= box.z && place.y >= box.y && place.y <= box.w
    }
}

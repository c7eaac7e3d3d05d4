/// What moved between the latest two frames: the camera, and whatever is in a box.
///
/// One grey pyramid is made for each frame, whatever the number of objects, and the number of points
/// that are followed is bounded. Places and boxes are in pixels of the plane.
package struct FrameFlow: Sendable {
    /// Points over the whole frame, for the camera.
    private static let cameraGrid = SIMD2(9, 6)
    private static let cameraSupport = (count: 12, part: Float(0.5))
    /// Points in all objects together, and in one.
    private static let objectPoints = 160
    private static let objectGrid = 2...5
    private static let objectSupport = (count: 3, part: Float(0.5))
    /// The part of a box that is likely to show the object.
    private static let middlePart = SIMD2<Float>(0.5, 0.8)
    /// A camera that moves the frame's corners by less, in pixels of level 0, stands still.
    private static let stillness: Float = 0.2
    /// Points this far apart, in pixels of level 0, tell in full how an object grows; nearer ones
    /// the less the nearer they are, for their noise is the same.
    private static let sureExtent: Float = 160
    /// How much an object may grow or shrink from frame to frame.
    private static let scales: ClosedRange<Float> = 0.93...1.07

    private var previous = GreyPyramid()
    private var latest = GreyPyramid()
    private var count = 0
    private var points: [PointFlow.Point] = []

    /// Has seen nothing.
    package init() {}

    /// Whether there are two frames of one size to compare.
    package var isReady: Bool { count > 1 }

    /// Takes the next frame.
    package mutating func take(_ plane: LuminancePlane) {
        if !latest.fits(plane) { count = 0 }
        swap(&previous, &latest)
        latest.fill(from: plane)
        count = min(2, count + 1)
    }

    /// Forgets the frames, not their memory: the next one does not follow them.
    package mutating func forget() { count = 0 }

    /// How the camera moved the image.
    ///
    /// - Parameter boxes: objects in the frame before, which may move otherwise.
    /// - Returns: `nil` when the image does not say.
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

    /// How what is in a box moved.
    ///
    /// - Parameters:
    ///   - box: where it was in the frame before.
    ///   - way: how far it is expected to have moved.
    ///   - objects: how many share the points of this frame.
    /// - Returns: `nil` when the image does not say.
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

    /// Columns and rows of points on an object; rows come first, for people are tall.
    private static func grid(among objects: Int) -> SIMD2<Int> {
        let share = objectPoints / max(1, objects)
        let columns = Int(Float(share).squareRoot())
        let range = objectGrid
        let x = min(max(columns, range.lowerBound), range.upperBound)
        return SIMD2(x, min(max(share / x, range.lowerBound), range.upperBound))
    }

    /// Follows the points, and fits a movement that enough of them share.
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

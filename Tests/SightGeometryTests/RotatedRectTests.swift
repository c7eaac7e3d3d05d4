import SightGeometry
import Testing

@Suite struct RotatedRectTests {
    typealias Box = RotatedRect<Upright>

    /// 1e-4 pixels: sums and products of binary32 below 100.
    private func isNear(_ a: Point<Upright>, _ b: Point<Upright>) -> Bool {
        abs(a.x - b.x) <= 1e-4 && abs(a.y - b.y) <= 1e-4
    }

    @Test func anUnturnedRectangleIsTheSameArea() {
        let rect = Rect<Upright>(x: 3, y: 5, width: 8, height: 4)
        let box = Box(rect)
        #expect(box.unrotated == rect && box.angle == 0)
        #expect(box.rotated(Point(x: 0.1, y: 0.2)) == Point(x: 0.1, y: 0.2))
        #expect(
            box.corners == [
                Point(x: 3, y: 5), Point(x: 11, y: 5), Point(x: 11, y: 9), Point(x: 3, y: 9),
            ])
    }

    /// Turned clockwise by a quarter, the top edge of the rectangle is on the right.
    @Test func aQuarterTurnIsClockwise() {
        let box = Box(
            center: Point(x: 10, y: 20), size: Size(width: 8, height: 4), angle: .pi / 2)
        let wanted: [Point<Upright>] = [
            Point(x: 12, y: 16), Point(x: 12, y: 24), Point(x: 8, y: 24), Point(x: 8, y: 16),
        ]
        for (corner, place) in zip(box.corners, wanted) { #expect(isNear(corner, place)) }
    }

    /// cos 30° = √3/2, sin 30° = 1/2.
    @Test func pointsTurnByThirtyDegreesAndBack() {
        let box = Box(
            center: Point(x: 50, y: 40), size: Size(width: 20, height: 20), angle: .pi / 6)
        let turned = box.rotated(Point(x: 60, y: 40))
        #expect(isNear(turned, Point(x: 50 + 8.660254, y: 45)))
        #expect(isNear(box.unrotated(turned), Point(x: 60, y: 40)))
        #expect(isNear(box.rotated(box.center), box.center))
    }

    @Test func enlargedCoversTheRectangle() {
        let box = Box(
            center: Point(x: 1, y: 2), size: Size(width: 30, height: 10), angle: 0.5)
        let square = box.enlarged(toProportionsOf: Size<ModelInput>(width: 7, height: 7))
        #expect(square.size == Size(width: 30, height: 30))
        #expect(square.center == box.center && square.angle == box.angle)
        let tall = box.enlarged(toProportionsOf: Size<ModelInput>(width: 4, height: 8))
        #expect(tall.size == Size(width: 30, height: 60))
        let wide = box.enlarged(toProportionsOf: Size<ModelInput>(width: 8, height: 2))
        #expect(wide.size == Size(width: 40, height: 10))
    }

    @Test func emptyAndInfiniteAreRecognized() {
        let point = Point<Upright>(x: 0, y: 0)
        #expect(Box(center: point, size: Size(width: 0, height: 3)).isEmpty)
        #expect(Box(center: point, size: Size(width: .nan, height: 3)).isEmpty)
        #expect(!Box(center: point, size: Size(width: 1, height: 3), angle: .nan).isFinite)
        #expect(Box(center: point, size: Size(width: 1, height: 3), angle: 9).isFinite)
    }
}

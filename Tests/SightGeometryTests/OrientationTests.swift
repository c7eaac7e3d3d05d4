import SightGeometry
import Testing

@Suite struct OrientationTests {
    static let source = Size<Source>(width: 640, height: 480)

    /// A row of the published table: converts a raw rect (x, y, w, h) of a W × H image to an
    /// upright rect.
    static func tabulated(
        _ orientation: Orientation, _ r: Rect<Source>, _ W: Float, _ H: Float
    ) -> Rect<Upright> {
        switch orientation {
        case .up: Rect(x: r.x, y: r.y, width: r.width, height: r.height)
        case .upMirrored: Rect(x: W - r.x - r.width, y: r.y, width: r.width, height: r.height)
        case .down:
            Rect(x: W - r.x - r.width, y: H - r.y - r.height, width: r.width, height: r.height)
        case .downMirrored: Rect(x: r.x, y: H - r.y - r.height, width: r.width, height: r.height)
        case .leftMirrored: Rect(x: r.y, y: r.x, width: r.height, height: r.width)
        case .right: Rect(x: H - r.y - r.height, y: r.x, width: r.height, height: r.width)
        case .rightMirrored:
            Rect(x: H - r.y - r.height, y: W - r.x - r.width, width: r.height, height: r.width)
        case .left: Rect(x: r.y, y: W - r.x - r.width, width: r.height, height: r.width)
        }
    }

    @Test(arguments: Orientation.allCases)
    func followsTheTableAndBack(_ orientation: Orientation) {
        let rect = Rect<Source>(x: 200, y: 330, width: 80, height: 50)
        let upright = orientation.upright(rect, sourceSize: Self.source)
        #expect(upright == Self.tabulated(orientation, rect, 640, 480))
        #expect(orientation.source(upright, sourceSize: Self.source) == rect)
    }

    @Test(arguments: Orientation.allCases)
    func pointsAreCornersOfBoxes(_ orientation: Orientation) {
        let upright = orientation.upright(
            Rect<Source>(x: 200, y: 330, width: 0, height: 0), sourceSize: Self.source)
        #expect(
            orientation.source(Point(x: upright.x, y: upright.y), sourceSize: Self.source)
                == Point(x: 200, y: 330))
    }

    @Test func workedExample() {
        let upright = Rect<Upright>(x: 100, y: 200, width: 50, height: 80)
        let source = Orientation.right.source(upright, sourceSize: Self.source)
        #expect(source == Rect(x: 200, y: 330, width: 80, height: 50))
    }

    @Test(arguments: Orientation.allCases)
    func sizeSwapsForTheLastFour(_ orientation: Orientation) {
        let upright = orientation.upright(Self.source)
        let swapped = orientation.rawValue >= 5
        #expect(orientation.swapsAxes == swapped)
        #expect(
            upright == (swapped ? Size(width: 480, height: 640) : Size(width: 640, height: 480)))
    }

    @Test(arguments: Orientation.allCases)
    func inverseUndoes(_ orientation: Orientation) {
        let rect = Rect<Source>(x: 3, y: 5, width: 70, height: 11)
        let upright = orientation.upright(rect, sourceSize: Self.source)
        let size = orientation.upright(Self.source)
        let again = orientation.inverse.upright(
            Rect<Source>(x: upright.x, y: upright.y, width: upright.width, height: upright.height),
            sourceSize: Size(width: size.width, height: size.height))
        #expect(again == Rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height))
        #expect(orientation.inverse.inverse == orientation)
    }

    @Test func rawValuesAreEXIF() {
        #expect(Orientation(rawValue: 6) == .right)
        #expect(Orientation(rawValue: 8) == .left)
        #expect(Orientation(rawValue: 0) == nil)
        #expect(Orientation(rawValue: 9) == nil)
    }
}

import SightGeometry
import SightImage
import Testing

@Suite struct AnnotationTests {
    static let bounds = Rect<Upright>(x: 0, y: 0, width: 200, height: 100)

    @Test func labelsStayInsideAndApart() {
        var layout = LabelLayout(bounds: Self.bounds)
        var placed: [Rect<Upright>] = []
        for index in 0..<12 {
            let box = Rect<Upright>(
                x: Float(index * 37 % 180), y: Float(index * 53 % 90), width: 30, height: 20)
            let label = layout.place(Size(width: 40, height: 9), for: box)
            #expect(label.minX >= 0 && label.maxX <= 200 && label.minY >= 0 && label.maxY <= 100)
            for other in placed { #expect(label.intersection(other).area == 0) }
            placed.append(label)
        }
    }

    @Test func sameBoxManyTimesStacks() {
        var layout = LabelLayout(bounds: Self.bounds)
        let box = Rect<Upright>(x: 20, y: 40, width: 80, height: 40)
        let labels = (0..<5).map { _ in layout.place(Size(width: 50, height: 9), for: box) }
        #expect(labels[0] == Rect(x: 20, y: 31, width: 50, height: 9))
        #expect(Set(labels).count == 5)
    }

    @Test func labelsThatCannotFitStartAtTheEdge() {
        var layout = LabelLayout(bounds: Self.bounds)
        let label = layout.place(
            Size(width: 500, height: 300), for: Rect(x: 10, y: 10, width: 5, height: 5))
        #expect(label.minX == 0 && label.minY == 0)
    }

    @Test(arguments: Orientation.allCases)
    func annotatedIsUprightAndChanged(_ orientation: Orientation) throws {
        let frame = try TestImages.noise(.nv12(.video), 120, 80)
        let size = orientation.upright(frame.size)
        let annotated = try frame.annotated(
            [
                Annotation(rect: Rect(x: 10, y: 30, width: 40, height: 30), text: "Hund 0.93"),
                Annotation(rect: Rect(x: -50, y: -50, width: 900, height: 900), text: "all"),
                Annotation(rect: Rect(x: .nan, y: 0, width: 9, height: 9), text: "never"),
                Annotation(
                    rect: Rect(x: 70, y: 70, width: 4, height: 4),
                    text: String(repeating: "long ", count: 5000), colorIndex: -7),
            ], orientation: orientation)
        #expect(annotated.size == Size(width: size.width, height: size.height))
        #expect(annotated != (try frame.upright(orientation)))
    }

    /// Points are dots of the annotation's color, in its box or outside of it.
    @Test func pointsAreDots() throws {
        let image = try ImageBuffer(
            width: 80, height: 60, format: .gray8, bytes: [UInt8](repeating: 128, count: 4800))
        let box = Rect<Upright>(x: 10, y: 10, width: 20, height: 20)
        let points: [Point<Upright>] = [
            Point(x: 20.5, y: 20.5), Point(x: 60.5, y: 40.5), Point(x: .nan, y: 0),
            Point(x: 1e30, y: 0),
        ]
        let drawn = try image.annotated(
            [Annotation(rect: box, text: "", colorIndex: 2, points: points)])
        let color = PixelColor.ofClass(2)
        for (x, y) in [(20, 20), (60, 40)] {
            let at = 3 * (y * 80 + x)
            #expect(
                Array(drawn.planes[0].bytes[at..<at + 3]) == [color.red, color.green, color.blue])
        }
        #expect(drawn.planes[0].bytes[3 * (40 * 80 + 50)] == 128)
    }
}

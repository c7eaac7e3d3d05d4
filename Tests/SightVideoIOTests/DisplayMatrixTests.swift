import SightGeometry
import SightVideoIO
import Testing

@Suite struct DisplayMatrixTests {
    /// The signs of a, b, c, d that convert stored to displayed coordinates.
    static let signs: [(Orientation, [Int32])] = [
        (.up, [1, 0, 0, 1]), (.upMirrored, [-1, 0, 0, 1]), (.down, [-1, 0, 0, -1]),
        (.downMirrored, [1, 0, 0, -1]), (.leftMirrored, [0, 1, 1, 0]), (.right, [0, 1, -1, 0]),
        (.rightMirrored, [0, -1, -1, 0]), (.left, [0, -1, 1, 0]),
    ]

    /// The matrix and the orientation move the corners of an image to the same places.
    @Test(arguments: Orientation.allCases)
    func agreesWithTheOrientation(_ orientation: Orientation) throws {
        let signs = try #require(Self.signs.first { $0.0 == orientation }?.1)
        let matrix = [signs[0], signs[1], 0, signs[2], signs[3], 0, 0, 0, 1].map { $0 << 16 }
        #expect(Orientation(displayMatrix: matrix) == orientation)
        let size = Size<Source>(width: 6, height: 4)
        let shown = orientation.upright(size)
        for (x, y) in [(Float(0), Float(0)), (5, 0), (0, 3), (5, 3)] {
            let rect = orientation.upright(
                Rect(x: x, y: y, width: 1, height: 1), sourceSize: size)
            // Around the middle a turn has no offset.
            let (u, v) = (x + 0.5 - 3, y + 0.5 - 2)
            #expect(rect.x + 0.5 - shown.width / 2 == Float(signs[0]) * u + Float(signs[2]) * v)
            #expect(rect.y + 0.5 - shown.height / 2 == Float(signs[1]) * u + Float(signs[3]) * v)
        }
    }

    @Test func oddMatricesAreUpright() {
        #expect(Orientation(displayMatrix: [Int32](repeating: 0, count: 9)) == .up)
        #expect(Orientation(displayMatrix: [1, 1, 0, -1, 1, 0, 0, 0, 1]) == .up)
        #expect(Orientation(displayMatrix: []) == .up)
    }
}

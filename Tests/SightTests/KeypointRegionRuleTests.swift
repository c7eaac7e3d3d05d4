import Sight
import SightGeometry
import Testing

@Suite struct KeypointRegionRuleTests {
    private func detection(_ box: [Float], _ points: [(Float, Float)]) -> Detection {
        Detection(
            box: Rect(x: box[0], y: box[1], width: box[2], height: box[3]), score: 1,
            keypoints: points.map { Point(x: $0.0, y: $0.1) })
    }

    /// Compares middle x and y, side and angle; `tolerance` is in pixels.
    private func expect(
        _ region: RotatedRect<Upright>, _ wanted: [Float], within tolerance: Float = 1e-3,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let found = [region.center.x, region.center.y, region.size.width, region.size.height]
        for (a, b) in zip(found, [wanted[0], wanted[1], wanted[2], wanted[2]]) {
            #expect(abs(a - b) <= tolerance, sourceLocation: location)
        }
        #expect(abs(region.angle - wanted[3]) <= 1e-3, sourceLocation: location)
    }

    @Test func thePointsChooseTheRule() {
        let rules = [4, 6, 7, 0, 1, 5, 17].map { KeypointRegionRule(pointCount: $0) }
        #expect(rules == [.body, .face, .hand, .box, .box, .box, .box])
        #expect(KeypointRegionRule(for: detection([0, 0, 1, 1], [])) == .box)
    }

    /// The fingers point to the right: the square lies half a box further to the right.
    @Test func aHandIsTurnedUpAndMovedToItsFingers() {
        var points = [(Float, Float)](repeating: (0, 0), count: 7)
        (points[0], points[2]) = ((100, 60), (140, 60))
        let palm = detection([100, 40, 50, 40], points)
        expect(
            KeypointRegionRule(for: palm).region(of: palm), [145, 60, 130, .pi / 2])
        expect(
            KeypointRegionRule.hand.region(of: palm, scale: 2), [145, 60, 100, .pi / 2])
        (points[0], points[2]) = ((100, 60), (100, 20))
        let upright = detection([100, 40, 50, 40], points)
        expect(KeypointRegionRule.hand.region(of: upright), [125, 40, 130, 0])
    }

    @Test func aFaceIsTurnedUntilItsEyesAreLevel() {
        var points = [(Float, Float)](repeating: (0, 0), count: 6)
        (points[0], points[1]) = ((10, 10), (20, 20))
        let face = detection([0, 0, 30, 40], points)
        expect(KeypointRegionRule(for: face).region(of: face), [15, 20, 60, .pi / 4])
        // Upside down.
        (points[0], points[1]) = ((20, 20), (10, 20))
        expect(
            KeypointRegionRule.face.region(of: detection([0, 0, 30, 40], points)),
            [15, 20, 60, .pi])
    }

    @Test func aBodyIsACircleAroundItsHips() {
        let body = detection([90, 10, 20, 20], [(100, 100), (60, 130), (0, 0), (0, 0)])
        // 50 pixels to the left and below: the head is at the lower left.
        expect(
            KeypointRegionRule(for: body).region(of: body), [100, 100, 125, -2.214297])
    }

    @Test func otherDetectionsAreSquares() {
        let plain = detection([10, 20, 30, 40], [])
        expect(KeypointRegionRule(for: plain).region(of: plain), [25, 40, 60, 0])
        expect(KeypointRegionRule.box.region(of: plain, scale: 1), [25, 40, 40, 0])
        for rule in KeypointRegionRule.allCases {
            #expect(
                rule.region(of: plain) == KeypointRegionRule.box.region(of: plain), "\(rule)")
        }
    }

    @Test(arguments: [Float.nan, .infinity, 5, .greatestFiniteMagnitude])
    func pointsWithoutADirectionTurnNothing(_ number: Float) {
        for count in [4, 6, 7] {
            let found = detection(
                [10, 20, 30, 40], [(Float, Float)](repeating: (number, number), count: count))
            let region = KeypointRegionRule(for: found).region(of: found)
            #expect(region.angle == 0 && region.isFinite && !region.isEmpty, "\(count)")
        }
    }

    /// MediaPipe 0.10.21 gave these detections and rectangles for photos of the validation set that
    /// were enlarged four times.
    ///
    /// They are the streams `palm_detections` and `hand_rects_from_palm_detections` of its graph of
    /// hands, and the same streams of its graphs of faces and poses. The numbers are fractions of
    /// the image in binary32: 0.01 of 1,280 pixels.
    @Test func mediaPipeHasTheSameRegions() {
        let none: (Float, Float) = (0, 0)
        let cases: [(box: [Float], points: [(Float, Float)], region: [Float])] = [
            (
                [285.2376, 631.9592, 56.3066, 56.3034],
                [(301.0260, 633.8726), none, (310.5549, 683.4294), none, none, none, none],
                [318.7067, 687.7561, 146.3972, 2.951628]
            ),
            (
                [585.4047, 741.1338, 122.4267, 122.4228],
                [(703.5990, 756.3447), none, (610.6047, 814.2204), none, none, none, none],
                [594.6493, 834.6884, 318.3093, -2.127494]
            ),
            (
                [328.3756, 159.9999, 209.5333, 209.5337],
                [(445.7485, 218.4431), (508.9820, 229.3319), none, none, none, none],
                [433.1423, 264.7667, 314.3005, 0.170528]
            ),
            (
                [194.2266, 169.2383, 121.9495, 121.9277],
                [(175.0359, 388.3551), (293.4658, 176.8753), none, none],
                [175.0359, 388.3551, 605.9567, 0.510493]
            ),
        ]
        for (box, points, region) in cases {
            let found = detection(box, points)
            expect(KeypointRegionRule(for: found).region(of: found), region, within: 0.01)
        }
    }
}

import Foundation
import ModelFixtures
import Sight
import SightGeometry
import SightImage
import SightTensor
import Testing

@Suite struct KeypointDetectorTests {
    private func detector(
        _ outputs: [(shape: [Int], values: [Float])],
        _ change: (inout KeypointOptions) -> Void = { _ in }
    ) throws -> KeypointDetector {
        var options = KeypointOptions()
        change(&options)
        return try KeypointDetector(
            ModelFile(data: Data(StubModels.raw(outputs))), options: options)
    }

    /// 64 × 32 pixels in the middle rows of 32 × 32: y 0.25 is the top edge.
    @Test func aBodyIsUndoneFromItsLetterbox() throws {
        var values = [Float](repeating: 0, count: 51)
        values.replaceSubrange(27..<30, with: [0.5, 0.25, 0.9])  // the tenth point
        let sets = try detector([([1, 1, 17, 3], values)]).keypoints(in: gray(64, 32))
        try #require(sets.count == 1 && sets[0].points.count == 17)
        #expect(sets[0].score == nil)
        #expect(
            sets[0].points[9]
                == Keypoint(position: Upright.Point(x: 16, y: 16), score: 0.9, name: "left wrist"))
    }

    @Test(arguments: [Float(-0.1), 1.1, .nan])
    func thresholdsOutsideTheRangeAreRefused(threshold: Float) {
        let values = [Float](repeating: 0, count: 51)
        let error = #expect(throws: DetectionError.self) {
            _ = try detector([([1, 1, 17, 3], values)]) { $0.scoreThreshold = threshold }
        }
        #expect(error?.code == .invalidOptions)
    }

    @Test func peopleAboveTheThresholdAreKept() throws {
        var values = [Float](repeating: 0, count: 2 * 56)
        values[0] = 0.5
        values[1] = 0.5
        values[55] = 0.8
        values[111] = 0.1
        let sets = try detector([([1, 2, 56], values)]) { $0.scoreThreshold = 0.3 }
            .keypoints(in: gray(32, 32))
        try #require(sets.count == 1)
        #expect(sets[0].score == 0.8)
        #expect(sets[0].points[0].position == Upright.Point(x: 16, y: 16))
    }

    /// A region of 8 × 8 pixels fills the input, so four pixels of it are one of the image's.
    @Test func landmarksArePixelsOfTheRegion() throws {
        var values = [Float](repeating: 0, count: 63)
        values.replaceSubrange(3..<6, with: [16, 8, -4])
        let sets = try detector([([1, 63], values), ([1, 1], [0.75])])
            .keypoints(in: gray(40, 20), region: Upright.Rect(x: 10, y: 4, width: 8, height: 8))
        try #require(sets.count == 1 && sets[0].points.count == 21)
        #expect(sets[0].score == 0.75)
        #expect(
            sets[0].points[1]
                == Keypoint(position: Upright.Point(x: 14, y: 6), depth: -1, name: "thumb cmc"))
        #expect(sets[0].points[0].name == "wrist" && sets[0].points[20].name == "pinky tip")
    }

    @Test func pointsOfFacesHaveNoNames() throws {
        let values = [Float](repeating: 0, count: 3 * 468)
        let sets = try detector([([1, 1, 1, 1404], values)]).keypoints(in: gray(32, 32))
        #expect(sets.first?.points.allSatisfy { $0.name.isEmpty } == true)
    }

    /// A region of 64 × 64 pixels fills the input of 32 × 32, turned clockwise by 30°: eight pixels
    /// to the right of its middle are 16 of the image's, √3/2 of them to the right and half of them
    /// down.
    @Test func landmarksAreTurnedBackWithTheirRegion() async throws {
        var values = [Float](repeating: 16, count: 63)
        values.replaceSubrange(3..<6, with: [24, 16, -4])
        let detector = try detector([([1, 63], values), ([1, 1], [0.75])])
        let region = Upright.RotatedRect(
            center: Upright.Point(x: 50, y: 40), size: Upright.Size(width: 64, height: 64),
            angle: .pi / 6)
        let image = try gray(100, 80)
        let sets = try await detector.keypoints(in: image, region: region)
        try #require(sets.count == 1 && sets[0].points.count == 21 && sets[0].score == 0.75)
        #expect(sets[0].points[0].position == Upright.Point(x: 50, y: 40))
        let point = sets[0].points[1]
        #expect(abs(point.position.x - (50 + 13.856406)) <= 1e-4)
        #expect(abs(point.position.y - 48) <= 1e-4)
        #expect(point.depth == -8 && point.name == "thumb cmc")
    }

    @Test func aRegionWithoutATurnIsThatOfARectangle() throws {
        var values = [Float](repeating: 0, count: 63)
        values.replaceSubrange(3..<6, with: [16, 8, -4])
        let detector = try detector([([1, 63], values)])
        let (image, rect) = (try gray(40, 20), Upright.Rect(x: 10, y: 4, width: 8, height: 8))
        #expect(
            try detector.keypoints(in: image, region: RotatedRect(rect))
                == detector.keypoints(in: image, region: rect))
    }

    /// A model whose 21 landmarks are the colors of its 21 × 1 pixels: its input is its output.
    private func colors() throws -> KeypointDetector {
        var builder = ModelBuilder()
        let image = builder.tensor("image", .float32, [1, 1, 21, 3])
        let shape = builder.constant("shape", [1, 63])
        let points = builder.tensor("points", .float32, [1, 63])
        builder.node(builtin: 22, inputs: [image, shape], outputs: [points])
        (builder.inputs, builder.outputs) = ([image], [points])
        var options = KeypointOptions()
        options.normalization = try Normalization(mean: [0], std: [1])
        return try KeypointDetector(ModelFile(data: Data(builder.build())), options: options)
    }

    /// Each landmark says where its pixel is: at the center of one of 21 squares of 2 × 2 in a row.
    ///
    /// Red is 2x and green is 3y in an image that is stored a quarter turn from upright. The
    /// tolerance is half a step of the bytes and of their mean.
    @Test func theModelSeesTheTurnedRegion() throws {
        let pixels = (0..<7000).flatMap { (index: Int) -> [UInt8] in
            [UInt8(index % 100 * 2), UInt8(index / 100 * 3), 0]
        }
        let buffer = try ImageBuffer(width: 100, height: 70, format: .rgb8, bytes: pixels)
        let image = VisionImage(try buffer.upright(.left), orientation: .right)
        let region = Upright.RotatedRect(
            center: Upright.Point(x: 45, y: 35), size: Upright.Size(width: 42, height: 2),
            angle: 0.5)
        let sets = try colors().keypoints(in: image, region: region)
        try #require(sets.first?.points.count == 21)
        let start = region.unrotated
        for (index, point) in sets[0].points.enumerated() {
            // Input pixels are 2 upright pixels.
            let seen = region.unrotated(point.position)
            let (red, green) = ((seen.x - start.x) / 2, (seen.y - start.y) / 2)
            let place = region.rotated(
                Upright.Point(x: start.x + 2 * (Float(index) + 0.5), y: start.y + 1))
            #expect(abs(red - 2 * (place.x - 0.5)) <= 0.6, "\(index)")
            #expect(abs(green - 3 * (place.y - 0.5)) <= 0.6, "\(index)")
        }
    }

    /// The six points after the 33 are not part of a body; the visibility 0.5 is the sigmoid of 0.
    @Test func bodiesHaveVisiblePoints() throws {
        var values = [Float](repeating: 0, count: 195)
        values.replaceSubrange(75..<80, with: [16, 8, -4, 2, 9])  // the sixteenth point
        let sets = try detector([([1, 195], values), ([1, 1], [0.75])])
            .keypoints(in: gray(64, 64))
        try #require(sets.count == 1 && sets[0].points.count == 33)
        #expect(sets[0].score == 0.75)
        let wrist = sets[0].points[15]
        #expect(wrist.name == "left wrist" && wrist.position == Upright.Point(x: 32, y: 16))
        #expect(wrist.depth == -8)
        #expect(abs((wrist.score ?? 0) - 0.880797) <= 1e-6)
        #expect(sets[0].points[0].score == 0.5)
    }

    @Test func otherOutputsAreRefused() throws {
        let error = #expect(throws: DetectionError.self) {
            try detector([([1, 5], [0, 0, 0, 0, 0])])
        }
        #expect(error?.code == .invalidModel)
        #expect(error?.message.contains("[1, 5]") == true)
    }

    @Test func emptyRegionsAreRefused() throws {
        let detector = try detector([([1, 63], [Float](repeating: 0, count: 63))])
        let image = try gray(8, 8)
        let error = #expect(throws: DetectionError.self) {
            try detector.keypoints(in: image, region: Upright.Rect(x: 0, y: 0, width: 0, height: 4))
        }
        #expect(error?.code == .invalidImage)
        for region in [
            Upright.RotatedRect(
                center: Upright.Point(x: 4, y: 4), size: Upright.Size(width: 0, height: 4), angle: 1
            ),
            RotatedRect(
                center: Upright.Point(x: 4, y: 4), size: Upright.Size(width: 4, height: 4),
                angle: .nan),
            RotatedRect(
                center: Upright.Point(x: .infinity, y: 4), size: Upright.Size(width: 4, height: 4)),
        ] {
            let error = #expect(throws: DetectionError.self) {
                try detector.keypoints(in: image, region: region)
            }
            #expect(error?.code == .invalidImage)
        }
    }
}

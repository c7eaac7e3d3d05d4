import Foundation
import ModelFixtures
import Sight
import SightGeometry
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
        #expect(sets[0].points[1] == Keypoint(position: Upright.Point(x: 14, y: 6), depth: -1))
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
    }
}

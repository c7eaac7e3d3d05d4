import Foundation
import Sight
import Testing

@Suite struct SSDDecoderTests {
    private let anchor = AnchorBox(centerX: 0.5, centerY: 0.25, width: 0.5, height: 0.25)

    private func sample(
        columns: Int, labelCount: Int = 0, startsWithBackground: Bool = false,
        origins: Set<String> = ["LOGISTIC"]
    ) -> HeadSample {
        HeadSample(
            [[1, 2, 4], [1, 2, columns]], origins: origins, labelCount: labelCount,
            anchors: [anchor, anchor], startsWithBackground: startsWithBackground)
    }

    /// Middle 0.25 + 2/10 · 0.25 = 0.3 down, 0.5 + 1/10 · 0.5 = 0.55 right; twice the anchor's height.
    @Test func correctsItsAnchor() throws {
        var sample = sample(columns: 2)
        sample.setRow(1, columns: 4, [2, 1, 5 * log(2), 0])
        sample.setRow(1, of: 1, columns: 2, [0.1, 0.8])
        #expect(try type(of: sample.decoder()).head == .ssd)
        let found = try sample.candidates()
        #expect(found.count == 1)
        #expect(isNear(found[0].corners / 32, [0.3, 0.05, 0.8, 0.55]))
        #expect(found[0].classIndex == 1)
    }

    @Test(arguments: [
        (3, 2, false, 2), (3, 3, false, 3), (3, 3, true, 2), (91, 0, false, 90), (3, 0, false, 3),
    ])
    func theLabelsTellABackground(
        _ columns: Int, _ labels: Int, _ startsWithBackground: Bool, _ classes: Int
    ) throws {
        let sample = sample(
            columns: columns, labelCount: labels, startsWithBackground: startsWithBackground)
        #expect(try sample.decoder().classCount == classes)
    }

    @Test func aSoftmaxHasABackground() throws {
        var sample = sample(columns: 3, origins: ["SOFTMAX"])
        sample.setRow(0, of: 1, columns: 3, [0.7, 0.1, 0.2])
        #expect(try sample.candidates()[0].classIndex == 1)
    }

    @Test func anchorsThatLackOrDoNotFitAreNamed() throws {
        let shapes = [[1, 5, 4], [1, 5, 3]]
        let error = #expect(throws: DetectionError.self) { try HeadSample(shapes).decoder() }
        #expect(error?.reason == .anchorCount(rows: 5, anchors: 0))
        #expect(error?.message.contains("give 5 of them in the option anchors") == true)
        let other = #expect(throws: DetectionError.self) {
            try HeadSample(shapes, anchors: [anchor]).decoder()
        }
        #expect(other?.reason == .anchorCount(rows: 5, anchors: 1))
    }

    @Test func anchorsAreCountedBeforeTheyAreMade() {
        for (width, height) in [(300, 300), (320, 192), (33, 1), (1, 700), (0, 5)] {
            let levels = [(stride: 8, count: 2), (stride: 16, count: 6)]
            let single = AnchorLayout.singleShot(width: width, height: height)
            let pyramid = AnchorLayout.pyramid(
                width: width, height: height, scale: 4, octaves: 2, isAspectMajor: true,
                followsStride: true)
            let points = AnchorLayout.points(width: width, height: height, levels: levels)
            let counts = [
                AnchorLayout.singleShotCount(width: width, height: height),
                AnchorLayout.pyramidCount(width: width, height: height, octaves: 2),
                AnchorLayout.pointCount(width: width, height: height, levels: levels),
            ]
            #expect(counts == [single.count, pyramid.count, points.count])
        }
        // The anchors of such an input would take terabytes.
        for shapes in [[[1, 5, 4], [1, 5, 3]], [[1, 5, 6], [1, 5, 1]]] {
            let error = #expect(throws: DetectionError.self) {
                try HeadSample(shapes, width: 1 << 40, height: 1).decoder()
            }
            #expect(error?.reason == .anchorCount(rows: 5, anchors: 0))
        }
    }
}

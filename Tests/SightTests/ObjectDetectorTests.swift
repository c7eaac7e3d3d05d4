import Foundation
import ModelFixtures
import Sight
import SightGeometry
import SightImage
import Testing

@Suite struct ObjectDetectorTests {
    private let image: VisionImage
    /// A model with a small box of a high score in a corner and two large boxes in the middle.
    private let model = StubModels.detector(
        boxes: [[0, 0, 0.1, 0.1], [0.2, 0.2, 0.8, 0.8], [0.21, 0.2, 0.8, 0.8]],
        classes: [0, 1, 2], scores: [0.9, 0.7, 0.6])

    init() throws {
        let buffer = try ImageBuffer(
            width: 30, height: 20, format: .rgb8, bytes: [UInt8](repeating: 50, count: 1800))
        image = VisionImage(buffer, orientation: .right)
    }

    private func detector(_ change: (inout ObjectDetectorOptions) -> Void = { _ in }) throws
        -> ObjectDetector
    {
        var options = ObjectDetectorOptions()
        change(&options)
        var naming = ClassifierOptions()
        naming.maximumLabelCount = 1
        return ObjectDetector(
            localizer: try Localizer(ModelFile(data: Data(model))),
            classifier: try Classifier(
                ModelFile(data: Data(StubModels.classifier(scores: [3, 200]))), options: naming),
            options: options)
    }

    @Test func returnsTheProminentObjectFirst() throws {
        let objects = try detector().objects(in: image)
        #expect(objects.map(\.score) == [0.7])
        #expect(objects[0].trackingID == nil)
        #expect(objects[0].labels.isEmpty)
    }

    @Test func severalObjectsAreDistinct() throws {
        let objects = try detector { $0.allowsMultipleObjects = true }.objects(in: image)
        #expect(objects.map(\.score) == [0.7, 0.9])
    }

    /// Upright 20 × 30 fills the height of the input: 64, 0 is the middle of the upper edge, which is
    /// the middle of the left edge of the stored image.
    @Test func pointsAreGivenInBothSpaces() throws {
        let model = StubModels.face(points: [(64, 0), (64, 128)])
        let object = try #require(
            ObjectDetector(localizer: Localizer(ModelFile(data: Data(model))))
                .objects(in: image).first)
        #expect(
            object.uprightKeypoints == [Upright.Point(x: 10, y: 0), Upright.Point(x: 10, y: 30)])
        #expect(object.keypoints == [Source.Point(x: 0, y: 10), Source.Point(x: 30, y: 10)])
        #expect(try detector().objects(in: image)[0].keypoints.isEmpty)
    }

    @Test func boxesAreGivenInBothSpaces() throws {
        let object = try detector().objects(in: image)[0]
        // Upright 20 × 30: [4, 6, 12, 18]; stored 30 × 20 turned clockwise.
        let upright = object.uprightBox
        for (number, wanted) in zip(
            [upright.x, upright.y, upright.width, upright.height], [Float(4), 6, 12, 18])
        {
            #expect(abs(number - wanted) <= 1e-4)
        }
        let stored = object.box
        for (number, wanted) in zip(
            [stored.x, stored.y, stored.width, stored.height], [Float(6), 4, 18, 12])
        {
            #expect(abs(number - wanted) <= 1e-4)
        }
    }

    @Test func namesObjectsWhenAsked() async throws {
        let detector = try detector { $0.isClassificationEnabled = true }
        let objects = try await detector.objects(in: image)
        #expect(objects[0].labels.map(\.index) == [1])
    }

    @Test func measuresItsSteps() throws {
        let plain = try detector().detect(image)
        #expect(try plain.objects == detector().objects(in: image))
        #expect(plain.localizationMilliseconds > 0 && plain.classificationMilliseconds == 0)
        let naming = try detector { $0.isClassificationEnabled = true }
        #expect(try naming.detect(image).classificationMilliseconds > 0)
        #expect(naming.minimumImageSize == 4 * (try detector().minimumImageSize))
    }

    @Test func limitsTheNumber() throws {
        let objects = try detector {
            $0.allowsMultipleObjects = true
            $0.maximumObjectCount = 1
        }.objects(in: image)
        #expect(objects.count == 1)
    }

    /// The scores of the objects for a box inside another box and, if there is a third score, for a
    /// box at the edge, with given outputs of the classifier.
    private func nested(
        inner: [Float] = [0.3, 0.3, 0.7, 0.7], scores: [Float] = [0.8, 0.6],
        outputs: [UInt8] = [3, 200]
    ) throws -> [Float] {
        let boxes = [inner, [0.2, 0.2, 0.8, 0.8], [0, 0, 1, 0.3]]
        let order = scores.indices.sorted { scores[$0] > scores[$1] }
        let model = StubModels.detector(
            boxes: order.map { boxes[$0] }, classes: scores.map { _ in 0 },
            scores: order.map { scores[$0] })
        var options = ObjectDetectorOptions()
        options.allowsMultipleObjects = true
        options.isClassificationEnabled = true
        var naming = ClassifierOptions()
        naming.scoreThreshold = 0.5
        let detector = ObjectDetector(
            localizer: try Localizer(ModelFile(data: Data(model))),
            classifier: try Classifier(
                ModelFile(data: Data(StubModels.classifier(scores: outputs))), options: naming),
            options: options)
        return try detector.objects(in: image).map(\.score)
    }

    @Test func theOuterOfTwoNestedBoxesOfOneNameIsDropped() throws {
        #expect(try nested() == [0.8])
    }

    @Test func theInnerBoxTakesThePlaceOfTheOuterOne() throws {
        // By prominence, the box at the edge (0.83) comes after the outer box (0.6) and before the
        // inner one (0.8).
        #expect(try nested(scores: [0.8, 0.6, 0.83]) == [0.8, 0.83])
    }

    @Test func nestedBoxesStayThatMayBeTwoThings() throws {
        // Both boxes are kept if the outer one has the better score, if neither has a label, or if
        // the inner one is a small part of the outer one.
        #expect(try nested(scores: [0.6, 0.8]).count == 2)
        #expect(try nested(outputs: [3, 4]).count == 2)
        #expect(try nested(inner: [0.45, 0.45, 0.6, 0.6]).count == 2)
    }
}

import Dispatch
import Firebase
import Foundation
import GuideFixtures
import Guides
import Testing

/// The promises of the guide "Firebase ML Vision".
@Suite(.enabled(if: Fixtures.areAvailable)) struct LegacyGuideTests {
    private let photo = Fixtures.image("mlkit/sunflower.jpg")

    init() { Fixtures.useDefaultModels() }

    @Test func photosGiveObjectsWithCategories() throws {
        let detector = LegacySetup.detector(LegacySetup.photoOptions())
        var found: [VisionObject]?
        LegacyDetection.results(detector, LegacyImages.photo(photo)) { found = $0 }
        let objects = try #require(found)
        #expect((1...5).contains(objects.count))
        for object in objects {
            #expect(object.trackingID == nil)
            #expect((object.confidence == nil) == (object.classificationCategory == .unknown))
            #expect((0...1).contains(object.confidence?.floatValue ?? 0))
        }
        #expect(LegacyDetection.facts(objects).count == objects.count)
    }

    @Test func withoutClassificationTheCategoryIsUnknown() async throws {
        // The default detector uses stream mode and returns one object without a category.
        let detector = LegacySetup.detector()
        var facts: [(VisionObjectCategory, Bool, Bool)]?
        for number in 0..<4 {  // the first frames may give nothing
            let image = LegacyImages.frame(
                try Fixtures.sample("mlkit/sunflower.jpg", at: number), VisionImageMetadata())
            facts = await withCheckedContinuation { continuation in
                LegacyDetection.process(detector, image) { objects in
                    dispatchPrecondition(condition: .onQueue(.main))
                    continuation.resume(
                        returning: objects?.map {
                            ($0.classificationCategory, $0.confidence == nil, $0.trackingID != nil)
                        })
                }
            }
        }
        #expect(facts?.count == 1)
        for (category, hasNoConfidence, hasIdentity) in facts ?? [] {
            #expect(category == .unknown && hasNoConfidence && hasIdentity)
        }
    }

    @Test func liveOptionsKeepOneObject() throws {
        let detector = LegacySetup.detector(LegacySetup.liveOptions())
        var counts: [Int] = []
        for number in 0..<4 {
            let image = LegacyImages.frame(
                try Fixtures.sample("mlkit/sunflower.jpg", at: number), VisionImageMetadata())
            counts.append(try detector.results(in: image).count)
        }
        #expect(counts.allSatisfy { $0 <= 1 } && counts.last == 1)
    }

    @Test func theGuidesTableOfOrientations() {
        typealias Expected = VisionDetectorImageOrientation
        let expected: [(UIDeviceOrientation, Expected, Expected)] = [
            (.portrait, .leftTop, .rightTop), (.landscapeLeft, .bottomLeft, .topLeft),
            (.portraitUpsideDown, .rightBottom, .leftBottom),
            (.landscapeRight, .topRight, .bottomRight), (.faceUp, .leftTop, .leftTop),
            (.faceDown, .leftTop, .leftTop), (.unknown, .leftTop, .leftTop),
        ]
        for (device, front, back) in expected {
            #expect(LegacyImages.orientation(device, .front) == front)
            #expect(LegacyImages.orientation(device, .back) == back)
        }
    }
}

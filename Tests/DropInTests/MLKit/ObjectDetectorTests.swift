import Dispatch
import Foundation
import MLKit
import ModelFixtures
import Testing

@Suite struct ObjectDetectorTests {
    init() { StubDefaults.install() }

    private func detector(_ change: (ObjectDetectorOptions) -> Void = { _ in }) -> ObjectDetector {
        let options = ObjectDetectorOptions()
        options.detectorMode = .singleImage
        change(options)
        return ObjectDetector.objectDetector(options: options)
    }

    @Test func onlyTheProminentObjectUnlessSeveralAreWanted() throws {
        let image = VisionImage(image: try Pictures.image(80, 40))
        let one = try detector().results(in: image)
        #expect(one.map(\.frame) == [CGRect(x: 10, y: 10, width: 30, height: 20)])
        #expect(one[0].uprightFrame == one[0].frame)
        #expect(one[0].trackingID == nil && one[0].labels.isEmpty)
        let two = try detector { $0.shouldEnableMultipleObjects = true }.results(in: image)
        #expect(two.count == 2 && two[0].frame == one[0].frame)
        let capped = try detector {
            $0.shouldEnableMultipleObjects = true
            $0.maximumObjectCount = 1
        }.results(in: image)
        #expect(capped.count == 1)
    }

    @Test func aCoarseCategoryIsTheOnlyLabel() throws {
        let objects = try detector { $0.shouldEnableClassification = true }.results(
            in: VisionImage(image: try Pictures.image(8, 8)))
        let labels = objects[0].labels
        #expect(labels.map(\.text) == [DetectedObjectLabel.food.rawValue])
        #expect(labels.map(\.index) == [DetectedObjectLabelIndex.food.rawValue])
        #expect(labels[0].confidence == 230.0 / 256)
    }

    @Test func allThreeFormsAgree() async throws {
        let detector = detector()
        let image = VisionImage(image: try Pictures.image(20, 20))
        let frames = try detector.results(in: image).map(\.frame)
        #expect(try await detector.process(image).map(\.frame) == frames)
        let called: [CGRect]? = await withCheckedContinuation { continuation in
            detector.process(image) { objects, error in
                dispatchPrecondition(condition: .onQueue(.main))
                #expect(error == nil)
                continuation.resume(returning: objects?.map(\.frame))
            }
        }
        #expect(called == frames)
    }

    @Test func errorsReachTheCallbackAlone() async throws {
        let detector = detector()
        let error: NSError? = await withCheckedContinuation { continuation in
            detector.process(VisionImage(image: UIImage())) { objects, error in
                #expect(objects == nil)
                continuation.resume(returning: error as NSError?)
            }
        }
        #expect(error?.code == SightErrorCode.invalidArgument.rawValue)
        await #expect(throws: NSError.self) {
            _ = try await detector.process(VisionImage(image: UIImage()))
        }
    }

    @Test func aChangeAfterTheCallDoesNotMatter() async throws {
        let image = VisionImage(image: try Pictures.image(80, 40))
        let frame: CGRect? = await withCheckedContinuation { continuation in
            detector().process(image) { objects, _ in
                continuation.resume(returning: objects?.first?.frame)
            }
            image.orientation = .right
        }
        #expect(frame == CGRect(x: 10, y: 10, width: 30, height: 20))
    }

    @Test func aStreamGivesLastingIdentities() throws {
        var identities: [NSNumber?] = []
        for number in 0..<5 {
            let options = ObjectDetectorOptions()
            options.maximumObjectCount = 77  // a stream of its own
            let image = VisionImage(buffer: try Pictures.sample(80, 40, at: Double(number) / 30))
            let objects = try ObjectDetector.objectDetector(options: options).results(in: image)
            #expect(objects.count <= 1)
            identities.append(objects.first?.trackingID ?? nil)
        }
        let last = try #require(identities.compactMap(\.self).last)
        #expect(last.intValue >= 0)
        #expect(Set(identities.compactMap(\.self)) == [last])
    }

    @Test func severalThreadsMayAskAtOnce() throws {
        let detector = detector()
        let images = try (0..<8).map { _ in VisionImage(image: try Pictures.image(20, 20)) }
        nonisolated(unsafe) let pictures = images
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            #expect((try? detector.results(in: pictures[number]).count) == 1)
        }
    }
}

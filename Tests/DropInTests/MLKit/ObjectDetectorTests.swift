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
        let image = VisionImage(image: try TestImages.image(80, 40))
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

    @Test func framesAreFractionsOfTheUprightImage() throws {
        let image = VisionImage(image: try TestImages.image(80, 40))
        #expect(
            try detector().results(in: image).map(\.normalizedFrame)
                == [CGRect(x: 0.125, y: 0.25, width: 0.375, height: 0.5)])
        // With another orientation, the model sees another image, and the box has the same
        // fractions.
        image.orientation = .right
        let turned = try detector().results(in: image)[0]
        #expect(turned.normalizedFrame == CGRect(x: 0.125, y: 0.25, width: 0.375, height: 0.5))
        #expect(turned.uprightFrame == CGRect(x: 5, y: 20, width: 15, height: 40))
    }

    @Test func framesInTheStoredImageAndInAView() throws {
        let image = VisionImage(image: try TestImages.image(80, 40))
        image.orientation = .right
        let object = try detector().results(in: image)[0]
        // Upright 40 × 80: [5, 20, 15, 40]; stored 80 × 40: [20, 20, 40, 15].
        #expect(
            object.normalizedStoredFrame == CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.375))
        // The image is scaled by 2, and 40 of its 160 rows are above the view.
        let square = CGSize(width: 80, height: 80)
        #expect(
            object.frame(inViewOfSize: square) == CGRect(x: 10, y: 0, width: 30, height: 80))
        #expect(
            object.frame(inViewOfSize: square, isMirrored: true)
                == CGRect(x: 40, y: 0, width: 30, height: 80))
        // The image keeps its size, and 10 of its 40 columns are left of the view.
        #expect(
            object.frame(inViewOfSize: CGSize(width: 20, height: 80))
                == CGRect(x: -5, y: 20, width: 15, height: 40))
    }

    @Test func theLocalizerCanBeReplaced() throws {
        let box: [Float] = [0, 0.5, 0.5, 1]
        let path = try ScratchFiles.file(
            StubModels.detector(boxes: [box], classes: [0], scores: [0.9]))
        let image = VisionImage(image: try TestImages.image(80, 40))
        let found = try detector {
            $0.localizerModelPath = path
            $0.shouldEnableClassification = true
        }.results(in: image)
        #expect(found.map(\.frame) == [CGRect(x: 40, y: 0, width: 40, height: 20)])
        #expect(found[0].labels.map(\.text) == [DetectedObjectLabel.food.rawValue])
        let other: [Float] = [0, 0, 0.5, 0.5]
        try Data(StubModels.detector(boxes: [other, other], classes: [0, 0], scores: [0.9, 0.8]))
            .write(to: URL(fileURLWithPath: path))
        // A changed file is loaded again.
        #expect(
            try detector { $0.localizerModelPath = path }.results(in: image).map(\.frame)
                == [CGRect(x: 0, y: 0, width: 40, height: 20)])
        let missing = #expect(throws: NSError.self) {
            try detector { $0.localizerModelPath = "/no/model.tflite" }.results(in: image)
        }
        #expect(missing?.code == SightErrorCode.modelNotFound.rawValue)
    }

    @Test(.timeLimit(.minutes(5))) func lowLatencyDoesNotWaitForADetection() async throws {
        let detector = detector {
            $0.detectorMode = .stream
            $0.isLowLatency = true
        }
        func count(_ index: Int) throws -> Int {
            let sample = try TestImages.sample(80, 40, at: Double(index) / 30)
            return try detector.results(in: VisionImage(buffer: sample)).count
        }
        // Another test's detector may have left its stream.
        detector.reset()
        // The first result comes before its detection, whose objects come with a later frame.
        #expect(try count(0) == 0)
        var index = 1
        while try count(index) == 0 {
            index += 1
            try await Task.sleep(nanoseconds: 2_000_000)
        }
        #expect(index > 0)
        // A new stream starts without objects.
        detector.reset()
        #expect(try count(0) == 0)
    }

    @Test func aResetStartsAnotherStream() throws {
        let detector = detector { $0.detectorMode = .stream }
        func ids(_ index: Int) throws -> [NSNumber?] {
            let sample = try TestImages.sample(80, 40, at: Double(index) / 30)
            return try detector.results(in: VisionImage(buffer: sample)).map(\.trackingID)
        }
        for index in 0..<5 { _ = try ids(index) }
        let before = try ids(5)
        #expect(before.count == 1 && before[0] != nil)
        detector.reset()
        _ = try ids(6)
        for index in 7..<12 { _ = try ids(index) }
        let after = try ids(12)
        #expect(after.count == 1 && after[0] != nil && after != before)
    }

    @Test func aCoarseCategoryIsTheOnlyLabel() throws {
        let objects = try detector { $0.shouldEnableClassification = true }.results(
            in: VisionImage(image: try TestImages.image(8, 8)))
        let labels = objects[0].labels
        #expect(labels.map(\.text) == [DetectedObjectLabel.food.rawValue])
        #expect(labels.map(\.index) == [DetectedObjectLabelIndex.food.rawValue])
        #expect(labels[0].confidence == 230.0 / 256)
    }

    @Test func allThreeFormsAgree() async throws {
        let detector = detector()
        let image = VisionImage(image: try TestImages.image(20, 20))
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
        let image = VisionImage(image: try TestImages.image(80, 40))
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
            let image = VisionImage(buffer: try TestImages.sample(80, 40, at: Double(number) / 30))
            let objects = try ObjectDetector.objectDetector(options: options).results(in: image)
            #expect(objects.count <= 1)
            identities.append(objects.first?.trackingID ?? nil)
        }
        let last = try #require(identities.compactMap(\.self).last)
        #expect(last.intValue >= 0)
        #expect(Set(identities.compactMap(\.self)) == [last])
    }

    /// A stream goes on at a frame without a time, and at the next one with a time.
    @Test(arguments: [0...0, 4...4, 0...2, 3...6])
    func framesWithoutATimeKeepIdentities(missing: ClosedRange<Int>) throws {
        let detector = detector {
            $0.detectorMode = .stream
            // A stream of its own.
            $0.maximumObjectCount = 80 + 10 * missing.lowerBound + missing.upperBound
        }
        var identities: [NSNumber?] = []
        for number in 0..<12 {
            let sample = try TestImages.sample(
                80, 40, at: missing.contains(number) ? .nan : Double(number) / 30)
            identities += try detector.results(in: VisionImage(buffer: sample)).map(\.trackingID)
        }
        #expect(identities.count >= 8)
        #expect(Set(identities.compactMap(\.self)).count == 1)
    }

    /// Apps that make a detector for every frame keep it in a property until the next frame.
    @Test func aDetectorThatReplacesAnotherContinuesItsStream() throws {
        let options = ObjectDetectorOptions()
        options.maximumObjectCount = 78  // a stream of its own
        var detector = ObjectDetector.objectDetector(options: options)
        func identity(_ number: Int) throws -> NSNumber? {
            let sample = try TestImages.sample(80, 40, at: Double(number) / 30)
            return try detector.results(in: VisionImage(buffer: sample)).first?.trackingID
        }
        // After a reset, IDs differ from the first ones of another stream.
        for number in 0..<4 { _ = try identity(number) }
        detector.reset()
        var identities: [NSNumber?] = []
        for number in 4..<12 {
            detector = ObjectDetector.objectDetector(options: options)
            identities.append(try identity(number))
        }
        #expect(identities.suffix(2).allSatisfy { $0 != nil })
        #expect(Set(identities.compactMap(\.self)).count == 1)
    }

    @Test func severalThreadsMayAskAtOnce() throws {
        let detector = detector()
        let images = try (0..<8).map { _ in VisionImage(image: try TestImages.image(20, 20)) }
        nonisolated(unsafe) let shared = images
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            #expect((try? detector.results(in: shared[number]).count) == 1)
        }
    }
}

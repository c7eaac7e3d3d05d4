import Foundation
import MLKit
import ModelFixtures
import SightTensor
import Testing

@Suite struct ImageLabelerTests {
    init() { StubDefaults.install() }

    /// Labels a small image with a new labeler.
    private func labels(_ options: CommonImageLabelerOptions) throws -> [ImageLabel] {
        let image = VisionImage(image: try TestImages.image(16, 8))
        return try ImageLabeler.imageLabeler(options: options).results(in: image)
    }

    /// Returns options with a classifier that gives these scores, of 256, in every image.
    private func custom(_ scores: [UInt8]) throws -> CustomImageLabelerOptions {
        let path = try ScratchFiles.file(StubModels.classifier(scores: scores))
        return CustomImageLabelerOptions(localModel: LocalModel(path: path))
    }

    @Test func theDefaultModelGivesItsBestLabel() throws {
        let options = ImageLabelerOptions()
        #expect(options.confidenceThreshold == nil)
        let found = try labels(options)
        #expect(found.map(\.text) == ["Food"] && found.map(\.index) == [2])
        #expect(found.first.map { abs($0.confidence - 230.0 / 256) < 1e-6 } == true)
        options.confidenceThreshold = 0.95
        #expect(try labels(options).isEmpty)
        // A value outside 0…1 counts as unset.
        options.confidenceThreshold = 7
        #expect(try labels(options).count == 1)
    }

    @Test func labelsOfACustomModelAreSortedAndLimited() throws {
        let options = try custom([10, 200, 10, 128])
        #expect(options.maxResultCount == 10 && options.confidenceThreshold == nil)
        #expect(try labels(options).map(\.index) == [1, 3, 0, 2])
        options.confidenceThreshold = 0.5
        #expect(try labels(options).map(\.index) == [1, 3])
        options.maxResultCount = 1
        #expect(try labels(options).map(\.index) == [1])
        options.maxResultCount = 0
        options.confidenceThreshold = nil
        #expect(try labels(options).count == 4)
    }

    @Test func textsAndNormalizationInCode() throws {
        let path = try ScratchFiles.file(StubModels.classifier(scores: [3, 250], input: .float32))
        let options = CustomImageLabelerOptions(localModel: LocalModel(path: path))
        let error = #expect(throws: NSError.self) { try labels(options) }
        #expect(error?.localizedDescription.contains("normalizationMean") == true)
        options.normalizationMean = [127.5, 127.5, 127.5]
        options.normalizationStd = [127.5, 127.5, 127.5]
        options.labelTexts = ["cat", "dog"]
        #expect(try labels(options).map(\.text) == ["dog", "cat"])
    }

    @Test func theThreeFormsAgree() async throws {
        let labeler = ImageLabeler.imageLabeler(options: try custom([3, 250]))
        let image = try #require(MLImage(image: try TestImages.image(8, 8)))
        let waited = try await labeler.process(image)
        let called = await withCheckedContinuation { continuation in
            labeler.process(image) { labels, error in
                dispatchPrecondition(condition: .onQueue(.main))
                continuation.resume(returning: error == nil ? labels : nil)
            }
        }
        let returned = try labeler.results(in: image)
        #expect(waited.map(\.index) == [1, 0] && called == waited && returned == waited)
    }

    @Test func aMissingModelIsReported() throws {
        let options = CustomImageLabelerOptions(localModel: LocalModel(path: "/no/model.tflite"))
        let error = #expect(throws: NSError.self) { try labels(options) }
        #expect(error?.code == SightErrorCode.modelNotFound.rawValue)
    }
}

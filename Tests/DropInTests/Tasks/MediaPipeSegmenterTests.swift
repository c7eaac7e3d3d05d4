import Foundation
import MediaPipeTasksVision
import ModelFixtures
import SightTensor
import Testing

@Suite struct MediaPipeSegmenterTests {
    private let invalid = SightErrorCode.invalidArgument.rawValue

    /// Two rows of two places: the scores of two classes.
    private func options(
        _ shape: [Int] = [1, 2, 2, 2], _ values: [Float] = [0, 9, 9, 0, 9, 0, 0, 9],
        _ mode: RunningMode = .image
    ) throws -> ImageSegmenterOptions {
        let options = ImageSegmenterOptions()
        options.baseOptions.modelAssetPath = try ScratchFiles.file(
            StubModels.raw([(shape, values)], input: .uint8))
        options.runningMode = mode
        return options
    }

    private func bytes(_ mask: Mask?) -> [UInt8]? {
        mask.map { mask in (0..<(mask.width * mask.height)).map { mask.uint8Data[$0] } }
    }

    @Test func defaultsAndCopies() throws {
        let options = ImageSegmenterOptions()
        #expect(options.shouldOutputConfidenceMasks && !options.shouldOutputCategoryMask)
        #expect(options.displayNamesLocale == "en" && options.runningMode == .image)
        options.shouldOutputCategoryMask = true
        options.displayNamesLocale = "de"
        let copy = try #require(options.copy() as? ImageSegmenterOptions)
        #expect(copy.shouldOutputCategoryMask && copy.displayNamesLocale == "de")
    }

    @Test func masksAreAsLargeAsTheStoredImage() throws {
        let options = try options()
        options.shouldOutputCategoryMask = true
        let segmenter = try ImageSegmenter(options: options)
        #expect(segmenter.labels.isEmpty)
        let image = try MPImage(uiImage: try TestImages.image(2, 4))
        let result = try segmenter.segment(image: image)
        let masks = try #require(result.confidenceMasks)
        #expect(masks.map(\.width) == [2, 2] && masks.map(\.height) == [4, 4])
        #expect(masks.allSatisfy { $0.dataType == .float32 })
        #expect(masks[0].float32Data[0] < 0.01 && masks[1].float32Data[0] > 0.99)
        #expect(result.categoryMask?.dataType == .uInt8)
        #expect(bytes(result.categoryMask) == [1, 0, 1, 0, 0, 1, 0, 1])
        #expect(result.qualityScores == [1, 1])
        // The stored pixels are turned clockwise to be looked at; the mask is of the stored ones.
        let turned = try segmenter.segment(
            image: try MPImage(uiImage: try TestImages.image(2, 2), orientation: .right))
        #expect(bytes(turned.categoryMask) == [0, 1, 1, 0])
    }

    @Test func onlyWantedMasksAreMade() throws {
        let image = try MPImage(uiImage: try TestImages.image(2, 2))
        let confidences = try ImageSegmenter(options: try options()).segment(image: image)
        #expect(confidences.confidenceMasks?.count == 2 && confidences.categoryMask == nil)
        let wishes = try options()
        (wishes.shouldOutputConfidenceMasks, wishes.shouldOutputCategoryMask) = (false, true)
        let category = try ImageSegmenter(options: wishes).segment(image: image)
        #expect(category.confidenceMasks == nil && bytes(category.categoryMask) == [1, 0, 0, 1])
        wishes.shouldOutputCategoryMask = false
        #expect(code { _ = try ImageSegmenter(options: wishes) } == invalid)
        // A model of class indices has no confidences.
        let indices = try options([1, 2, 2], [0, 1, 2, 3])
        #expect(
            code { _ = try ImageSegmenter(options: indices) }
                == SightErrorCode.incompatibleModel.rawValue)
        (indices.shouldOutputConfidenceMasks, indices.shouldOutputCategoryMask) = (false, true)
        let best = try ImageSegmenter(options: indices).segment(image: image)
        #expect(bytes(best.categoryMask) == [0, 1, 2, 3])
    }

    @Test func handlersAreCalledAtOnce() throws {
        let image = try MPImage(uiImage: try TestImages.image(2, 2))
        let segmenter = try ImageSegmenter(options: try options())
        var found: [String] = []
        segmenter.segment(image: image) { result, error in
            found.append("\(result?.confidenceMasks?.count ?? -1) \(error == nil)")
        }
        segmenter.segment(videoFrame: image, timestampInMilliseconds: 3) { result, error in
            found.append("\(result == nil) \((error as NSError?)?.code ?? 0)")
        }
        #expect(found == ["2 true", "true \(invalid)"])
    }

    @Test func eachModeHasItsCall() async throws {
        let image = try MPImage(uiImage: try TestImages.image(2, 2))
        let video = try ImageSegmenter(options: try options([1, 2, 2, 1], [0, 1, 0, 1], .video))
        #expect(code { _ = try video.segment(image: image) } == invalid)
        let found = try video.segment(videoFrame: image, timestampInMilliseconds: 5)
        #expect(found.timestampInMilliseconds == 5 && found.confidenceMasks?.count == 1)
        #expect(
            code { _ = try video.segment(videoFrame: image, timestampInMilliseconds: 4) }
                == invalid)
        let live = try options([1, 2, 2, 1], [0, 1, 0, 1], .liveStream)
        #expect(code { _ = try ImageSegmenter(options: live) } == invalid)
        let receiver = Receiver()
        live.imageSegmenterLiveStreamDelegate = receiver
        let stream = try ImageSegmenter(options: live)
        try stream.segmentAsync(image: image, timestampInMilliseconds: 7)
        var results = receiver.results.stream.makeAsyncIterator()
        #expect(await results.next() == "7: 1")
        #expect(
            code { try stream.segmentAsync(image: image, timestampInMilliseconds: 7) } == invalid)
    }

    @Test func masksAreReadAsBytesAndFloats() throws {
        let floats: [Float] = [0, 0.5, 1, 2, -1, .nan]
        let mask = try #require(Mask(float32Data: floats, width: 3, height: 2, shouldCopy: true))
        #expect(mask.dataType == .float32 && mask.width == 3 && mask.height == 2)
        #expect(bytes(mask) == [0, 127, 255, 255, 0, 0])
        #expect(mask.uint8Data == mask.uint8Data)
        let copy = try #require(mask.copy() as? Mask)
        #expect(copy.float32Data != mask.float32Data && copy.float32Data[1] == 0.5)
        let numbers: [UInt8] = [0, 51, 255]
        try numbers.withUnsafeBufferPointer { numbers in
            let start = try #require(numbers.baseAddress)
            let lent = try #require(
                Mask(uInt8Data: start, width: 3, height: 1, shouldCopy: false))
            #expect(lent.uint8Data == numbers.baseAddress)
            #expect((0..<3).map { lent.float32Data[$0] } == [0, 0.2, 1])
            let own = try #require(lent.copy() as? Mask)
            #expect(own.uint8Data != lent.uint8Data && own.uint8Data[2] == 255)
        }
        #expect(Mask(float32Data: floats, width: 0, height: 2, shouldCopy: true) == nil)
        #expect(Mask(float32Data: floats, width: .max, height: 2, shouldCopy: true) == nil)
    }

    /// Notes the results of a live stream.
    private final class Receiver: NSObject, ImageSegmenterLiveStreamDelegate {
        let results = AsyncStream<String>.makeStream()

        func imageSegmenter(
            _ imageSegmenter: ImageSegmenter, didFinishSegmentation result: ImageSegmenterResult?,
            timestampInMilliseconds: Int, error: (any Error)?
        ) {
            let count = result?.confidenceMasks?.count ?? -1
            results.continuation.yield("\(timestampInMilliseconds): \(count)")
        }
    }
}

import Foundation
import MediaPipeTasksVision
import ModelFixtures
import SightTensor
import Testing

@Suite struct MediaPipeEmbedderTests {
    private let invalid = SightErrorCode.invalidArgument.rawValue

    private func options(
        _ vectors: [[Float]] = [[3, -4]], _ mode: RunningMode = .image
    ) throws -> ImageEmbedderOptions {
        let options = ImageEmbedderOptions()
        options.baseOptions.modelAssetPath = try ScratchFiles.file(
            StubModels.raw(vectors.map { ([1, $0.count], $0) }, input: .uint8))
        options.runningMode = mode
        return options
    }

    private func embedding(
        _ values: [Float], _ change: (ImageEmbedderOptions) -> Void = { _ in }
    ) throws -> Embedding {
        let options = try options([values])
        change(options)
        let image = try MPImage(uiImage: try TestImages.image(8, 8))
        let result = try ImageEmbedder(options: options).embed(image: image)
        return try #require(result.embeddingResult.embeddings.first)
    }

    @Test func defaultsAndCopies() throws {
        let options = ImageEmbedderOptions()
        #expect(options.runningMode == .image && !options.l2Normalize && !options.quantize)
        options.l2Normalize = true
        options.baseOptions.modelAssetPath = "/m"
        let copy = try #require(options.copy() as? ImageEmbedderOptions)
        options.baseOptions.modelAssetPath = "/n"
        #expect(copy.l2Normalize && !copy.quantize && copy.baseOptions.modelAssetPath == "/m")
    }

    @Test func eachHeadIsFloatsOrBytes() throws {
        let image = try MPImage(uiImage: try TestImages.image(8, 8))
        let result = try ImageEmbedder(options: try options([[3, -4], [1]])).embed(image: image)
        let heads = result.embeddingResult.embeddings
        #expect(heads.map(\.headIndex) == [0, 1] && heads.map(\.headName) == [nil, nil])
        #expect(heads.map(\.floatEmbedding) == [[3, -4], [1]])
        #expect(heads.allSatisfy { $0.quantizedEmbedding == nil })
        #expect(result.timestampInMilliseconds == 0)
        let unit = try embedding([3, -4]) { $0.l2Normalize = true }
        #expect(unit.floatEmbedding?.map(\.floatValue) == [0.6, -0.8])
        let bytes = try embedding([3, -4]) { ($0.l2Normalize, $0.quantize) = (true, true) }
        #expect(bytes.floatEmbedding == nil)
        #expect(bytes.quantizedEmbedding?.map(\.int8Value) == [77, -102])
    }

    @Test func similaritiesNeedEqualKinds() throws {
        let (one, other) = (try embedding([3, 4]), try embedding([4, -3]))
        let near = try ImageEmbedder.cosineSimilarity(embedding1: one, embedding2: one)
        #expect(near.doubleValue == 1)
        let far = try ImageEmbedder.cosineSimilarity(embedding1: one, embedding2: other)
        #expect(far.doubleValue == 0)
        let bytes = try embedding([0.5, 1]) { $0.quantize = true }
        let same = try ImageEmbedder.cosineSimilarity(embedding1: bytes, embedding2: bytes)
        #expect(abs(same.doubleValue - 1) <= 1e-12)
        for another in [bytes, try embedding([1, 2, 3]), try embedding([0, 0])] {
            #expect(
                code {
                    _ = try ImageEmbedder.cosineSimilarity(embedding1: one, embedding2: another)
                } == invalid)
        }
    }

    @Test func eachModeHasItsCall() async throws {
        let image = try MPImage(uiImage: try TestImages.image(8, 8), orientation: .right)
        let video = try ImageEmbedder(options: try options([[1]], .video))
        #expect(code { _ = try video.embed(image: image) } == invalid)
        let found = try video.embed(videoFrame: image, timestampInMilliseconds: 5)
        #expect(found.timestampInMilliseconds == 5)
        #expect(found.embeddingResult.timestampInMilliseconds == 5)
        #expect(
            code { _ = try video.embed(videoFrame: image, timestampInMilliseconds: 5) } == invalid)
        let outside = CGRect(x: 2, y: 0, width: 0.5, height: 0.5)
        #expect(
            code {
                _ = try video.embed(
                    videoFrame: image, timestampInMilliseconds: 6, regionOfInterest: outside)
            } == invalid)

        let live = try options([[1]], .liveStream)
        #expect(code { _ = try ImageEmbedder(options: live) } == invalid)
        let receiver = Receiver()
        live.imageEmbedderLiveStreamDelegate = receiver
        let stream = try ImageEmbedder(options: live)
        try stream.embedAsync(image: image, timestampInMilliseconds: 7)
        var results = receiver.results.stream.makeAsyncIterator()
        #expect(await results.next() == "7: 1")
        #expect(
            code { try stream.embedAsync(image: image, timestampInMilliseconds: 7) } == invalid)
    }

    @Test func otherModelsAreRefused() throws {
        #expect(
            code { _ = try ImageEmbedder(modelPath: "/no/model.tflite") }
                == SightErrorCode.modelNotFound.rawValue)
        #expect(code { _ = try ImageEmbedder(modelPath: "") } == invalid)
        let float = try ScratchFiles.file(StubModels.raw([([1, 1], [0])]))
        #expect(
            code { _ = try ImageEmbedder(modelPath: float) }
                == SightErrorCode.incompatibleModel.rawValue)
    }

    /// Notes the results of a live stream.
    private final class Receiver: NSObject, ImageEmbedderLiveStreamDelegate {
        let results = AsyncStream<String>.makeStream()

        func imageEmbedder(
            _ imageEmbedder: ImageEmbedder, didFinishEmbedding result: ImageEmbedderResult?,
            timestampInMilliseconds: Int, error: (any Error)?
        ) {
            let count = result?.embeddingResult.embeddings.count ?? -1
            results.continuation.yield("\(timestampInMilliseconds): \(count)")
        }
    }
}

import Foundation
import ModelFixtures
import Sight
import SightGeometry
import SightTensor
import Testing

@Suite struct EmbedderTests {
    private func embedder(
        _ outputs: [(shape: [Int], values: [Float])], input: ElementType = .uint8,
        _ change: (inout EmbedderOptions) -> Void = { _ in }
    ) throws -> Embedder {
        var options = EmbedderOptions()
        change(&options)
        return try Embedder(
            ModelFile(data: Data(StubModels.raw(outputs, input: input))), options: options)
    }

    @Test func eachOutputIsAVector() throws {
        let found = try embedder([([1, 2], [3, 4]), ([1, 1, 1, 3], [0, -1, 2])])
            .embeddings(of: gray(4, 4))
        #expect(found.map(\.values) == [[3, 4], [0, -1, 2]])
        #expect(found.map(\.index) == [0, 1])
        #expect(found.map(\.name) == ["", ""])
    }

    /// Without a normalization, a gray level of 128 becomes 0, the middle of 256 levels.
    @Test func int8PixelsAreBytesMinus128() throws {
        let embedder = try Embedder(ModelFile(data: Data(Int8Models.pixels())))
        let found = try embedder.embeddings(of: gray(4, 4))
        #expect(found.map(\.values) == [[0.5, 0.5, 0.5, 0.5]])
    }

    @Test func vectorsGetALengthOfOne() throws {
        let found = try embedder([([1, 2], [3, 4]), ([1, 2], [0, 0])]) {
            $0.normalizesLength = true
        }.embeddings(of: gray(4, 4))
        #expect(found.map(\.values) == [[0.6, 0.8], [0, 0]])
    }

    @Test func bytesEndWhereTheirRangeEnds() {
        let embedding = Embedding(values: [0, 1, -1, 0.5, -0.5, 7, -7, .nan, .infinity, 0.0039])
        #expect(embedding.quantized == [0, 127, -128, 64, -64, 127, -128, 0, 127, 0])
    }

    @Test func theCosineTellsDirections() throws {
        func cosine(_ a: [Float], _ b: [Float]) -> Double? {
            Embedding(values: a).cosineSimilarity(to: Embedding(values: b))
        }
        #expect(cosine([3, 4], [6, 8]) == 1)
        #expect(cosine([1, 0], [0, 5]) == 0)
        #expect(cosine([1, 2], [-1, -2]) == -1)
        #expect(cosine([1, 2], [1, 2, 3]) == nil)
        #expect(cosine([0, 0], [1, 2]) == nil)
    }

    @Test func otherModelsAreRefused() throws {
        let shape = #expect(throws: DetectionError.self) {
            try embedder([([1, 2, 3], [Float](repeating: 0, count: 6))])
        }
        #expect(shape?.reason == .outputRank(shape: [1, 2, 3]))
        let second = #expect(throws: DetectionError.self) {
            try embedder([([1, 1], [0]), ([1, 2, 1, 1], [0, 0])])
        }
        #expect(second?.reason == .outputSize(width: 1, height: 2))
        let plain = #expect(throws: DetectionError.self) {
            try embedder([([1, 1], [0])], input: .float32)
        }
        #expect(plain?.reason == .missingNormalization(tensor: "image"))
        #expect(plain?.message.contains("EmbedderOptions") == true)
        let taken = try embedder([([1, 1], [0])])
        let region = #expect(throws: DetectionError.self) {
            try taken.embeddings(
                of: gray(4, 4), region: Upright.Rect(x: 9, y: 0, width: 1, height: 1))
        }
        #expect(region?.code == .invalidImage)
        #expect(region?.message.contains("[9.0, 0.0, 1.0, 1.0]") == true)
    }

    /// As in MediaPipe's own tests: a crop, the same part of the photo, and the photo upside down.
    @Test(.enabled(if: SharedFixtures.areAvailable)) func likePhotosHaveLikeVectors() throws {
        let embedder = try Embedder(
            ModelFile(
                path: SharedFixtures.path(
                    "models/classifiers/mobilenet_v1_0.25_224_quant.tflite")))
        let burger = try fixtureImage("images/tflite_support/burger.jpg")
        let crop = try fixtureImage("images/tflite_support/burger_crop.jpg")
        let turned = try fixtureImage("images/tflite_support/burger_rotation180.jpg")
        func vector(_ image: VisionImage, _ region: Upright.Rect? = nil) throws -> Embedding {
            try #require(embedder.embeddings(of: image, region: region).first)
        }
        let whole = try vector(burger)
        #expect(whole.values.count == 1001)
        #expect(whole.values.firstIndex(of: whole.values.max() ?? 0) == 934)
        let size = burger.uprightSize
        let part = try vector(
            burger, Upright.Rect(x: 0, y: 0, width: size.width * 0.833333, height: size.height))
        let cropped = try vector(crop)
        #expect(try #require(part.cosineSimilarity(to: cropped)) > 0.999)
        let upright = VisionImage(turned.buffer, orientation: .down)
        #expect(try #require(vector(upright).cosineSimilarity(to: whole)) > 0.99)
        let animals = try vector(fixtureImage("images/tflite_support/cats_and_dogs.jpg"))
        #expect(try #require(animals.cosineSimilarity(to: whole)) < 0.5)
    }
}

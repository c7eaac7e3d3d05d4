import Foundation
import ModelFixtures
import Sight
import SightTensor
import Testing

/// Files of a few hundred bytes may have outputs that would take gigabytes to read.
@Suite struct OutputLimitTests {
    /// A model whose outputs repeat the mean of its input.
    private func file(
        _ outputs: [[Int]], side: Int = 32, _ type: ElementType = .uint8
    ) -> ModelFile {
        var builder = ModelBuilder()
        let scale = type == .uint8 ? Quantization(scale: 1 / 256, zeroPoint: 0) : nil
        let image = builder.tensor("image", type, [1, side, side, 3], quantization: scale)
        let mean = builder.tensor("mean", type, [1], quantization: scale)
        let axes = builder.constant("axes", [1, 2, 3])
        builder.node(builtin: 40, inputs: [image, axes], outputs: [mean])
        builder.inputs = [image]
        for (index, shape) in outputs.enumerated() {
            let output = builder.tensor("output \(index)", type, shape, quantization: scale)
            let extents = builder.constant("shape \(index)", shape)
            builder.node(builtin: 130, version: 2, inputs: [mean, extents], outputs: [output])
            builder.outputs.append(output)
        }
        return ModelFile(data: Data(builder.build()))
    }

    private func isRefused(_ load: () throws -> Void) -> Bool {
        let error = #expect(throws: DetectionError.self, performing: load)
        return error?.code == .invalidModel && error?.message.contains("up to ") == true
    }

    @Test func classesAreLimited() throws {
        _ = try Classifier(file([[1, 1 << 20]]))
        #expect(isRefused { _ = try Classifier(file([[1, (1 << 20) + 1]])) })
    }

    @Test func vectorsAreLimited() throws {
        _ = try Embedder(file([[1, 4], [1, 1 << 20]]))
        #expect(isRefused { _ = try Embedder(file([[1, 4], [1, (1 << 20) + 1]])) })
    }

    @Test(arguments: [([1, 1, 1000, 3], [1, 1, 1001, 3]), ([1, 1000, 56], [1, 1001, 56])])
    func peopleAndPointsAreLimited(_ taken: [Int], _ refused: [Int]) throws {
        _ = try KeypointDetector(file([taken]))
        #expect(isRefused { _ = try KeypointDetector(file([refused])) })
    }

    @Test func placesOfMasksAreLimited() throws {
        _ = try Segmenter(file([[1, 2048, 2048, 32]]))
        #expect(isRefused { _ = try Segmenter(file([[1, 2049, 2048, 32]])) })
    }

    @Test func boxesOfPostProcessedDetectorsAreLimited() throws {
        func outputs(_ rows: Int) -> [[Int]] { [[1, rows, 4], [1, rows], [1, rows], [1]] }
        _ = try Localizer(file(outputs(1 << 20), .float32))
        #expect(isRefused { _ = try Localizer(file(outputs((1 << 20) + 1), .float32)) })
    }

    /// CenterNet has one place for an input of 4 × 4 pixels.
    @Test func rawOutputsOfDetectorsAreLimited() throws {
        func outputs(_ classes: Int) -> [[Int]] {
            [[1, 1, 1, classes], [1, 1, 1, 2], [1, 1, 1, 2]]
        }
        _ = try Localizer(file(outputs(1 << 25), side: 4))
        #expect(isRefused { _ = try Localizer(file(outputs((1 << 25) + 1), side: 4)) })
    }
}

import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// The cases of TensorFlow Lite's own test: three clusters of boxes, some with corners swapped.
@Suite struct NonMaxSuppressionTests {
    private static let boxes: [Float] = [
        1, 1, 0, 0, 0, 0.1, 1, 1.1, 0, 0.9, 1, -0.1, 0, 10, 1, 11, 1, 10.1, 0, 11.1, 1, 101, 0, 100,
    ]
    private static let scores: [Float] = [0.9, 0.75, 0.6, 0.95, 0.5, 0.3]

    private func run(limit: Int, iou: Float, score: Float, sigma: Float?) throws
        -> (indices: [Int32], scores: [Float], count: Int32)
    {
        var builder = ModelBuilder()
        let boxes = builder.tensor("boxes", .float32, [6, 4])
        let scores = builder.tensor("scores", .float32, [6])
        let limit = builder.constant("limit", [limit], shape: [])
        var inputs = [boxes, scores, limit]
        for number in [iou, score] + (sigma.map { [$0] } ?? []) {
            inputs.append(builder.constant("number", [number], shape: []))
        }
        let indices = builder.tensor("indices", .int32, [1])
        let chosen = builder.tensor("chosen", .float32, [1])
        let count = builder.tensor("count", .int32, [])
        builder.inputs = [boxes, scores]
        builder.outputs = sigma == nil ? [indices, count] : [indices, chosen, count]
        builder.node(
            builtin: sigma == nil ? 120 : 121, inputs: inputs, outputs: builder.outputs)
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        execution.bytes(graph.inputs[0]).copyBytes(from: Self.boxes.withUnsafeBytes { Array($0) })
        execution.bytes(graph.inputs[1]).copyBytes(from: Self.scores.withUnsafeBytes { Array($0) })
        try execution.run()
        let outputs = graph.outputs.map { execution.bytes($0) }
        return (
            Array(outputs[0].bindMemory(to: Int32.self)),
            sigma == nil ? [] : Array(outputs[1].bindMemory(to: Float.self)),
            outputs[outputs.count - 1].load(as: Int32.self)
        )
    }

    @Test func hard() throws {
        let all = try run(limit: 6, iou: 0.5, score: 0, sigma: nil)
        #expect(all.indices == [3, 0, 5, 0, 0, 0])
        #expect(all.count == 3)
        let good = try run(limit: 6, iou: 0.5, score: 0.4, sigma: nil)
        #expect(good.indices == [3, 0, 0, 0, 0, 0])
        #expect(good.count == 2)
        let one = try run(limit: 1, iou: 0.5, score: 0, sigma: nil)
        #expect(one.indices == [3])
        let none = try run(limit: 0, iou: 0.5, score: 0, sigma: nil)
        #expect(none.indices.isEmpty)
        #expect(none.count == 0)
    }

    @Test func soft() throws {
        let found = try run(limit: 6, iou: 1, score: 0, sigma: 0.5)
        #expect(found.indices == [3, 0, 1, 5, 4, 2])
        let expected: [Float] = [0.95, 0.9, 0.384, 0.3, 0.256, 0.197]
        for (score, expected) in zip(found.scores, expected) {
            #expect(abs(score - expected) <= 1e-3)
        }
        #expect(found.count == 6)
    }

    @Test func negativeLimit() {
        let error = #expect(throws: ModelError.self) {
            try run(limit: -3, iou: 0.5, score: 0, sigma: nil)
        }
        #expect(error?.code == .invalidNode)
    }
}

import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

@Suite struct ExecutionTests {
    /// [2,3] float reshaped to [3,2]: an alias, so the output shows the input's bytes.
    @Test func reshapeShowsItsInput() throws {
        var builder = ModelBuilder()
        let input = builder.tensor("in", .float32, [2, 3])
        let shape = builder.constant("shape", [3, -1])
        let output = builder.tensor("out", .float32, [3, 2])
        builder.inputs = [input]
        builder.outputs = [output]
        builder.node(builtin: 22, inputs: [input, shape], outputs: [output])

        let model = try ModelReader.read(ModelBytes(builder.build()))
        let graph = try model.prepare(pool: WorkerPool(threadCount: 1))
        #expect(graph.outputs[0].shape == [3, 2])
        let execution = Execution(graph)
        let values: [Float] = [1, 2, 3, 4, 5, 6]
        values.withUnsafeBytes { execution.bytes(graph.inputs[0]).copyMemory(from: $0) }
        try execution.run()
        #expect(Array(execution.bytes(graph.outputs[0]).bindMemory(to: Float.self)) == values)
    }

    @Test func unsupportedOperatorsAreNamedTogether() throws {
        var builder = ModelBuilder()
        let input = builder.tensor("in", .float32, [2])
        let middle = builder.tensor("middle", .float32, [2])
        let output = builder.tensor("out", .float32, [2])
        builder.inputs = [input]
        builder.outputs = [output]
        builder.node(custom: "Mystery", inputs: [input], outputs: [middle])
        let other = builder.tensor("other", .float32, [2])
        builder.node(builtin: 29, inputs: [middle], outputs: [other])
        builder.node(custom: "FlexFFT2D", inputs: [other], outputs: [output])

        let model = try ModelReader.read(ModelBytes(builder.build()))
        let error = #expect(throws: ModelError.self) {
            try model.prepare(pool: WorkerPool(threadCount: 1))
        }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("custom operator Mystery (node #0)") == true)
        #expect(error?.message.contains("CONCAT_EMBEDDINGS (node #1)") == true)
        #expect(
            error?.message.contains("operator FFT2D of TensorFlow (FlexFFT2D) (node #2)") == true)
    }
}

import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// A PAD before a convolution whose filter a node computes after the PAD.
@Suite struct ComputedFilterTests {
    /// Convolves a padded image with the absolute values of a filter.
    ///
    /// The filter's shape is `[1, 3, 3, 2]` in the file. If `showsPadding` is true, the padded image
    /// is an output.
    private func run(filter shape: [Int], showsPadding: Bool) throws -> [Float] {
        var builder = ModelBuilder()
        let image = builder.tensor("image", .float32, [1, 4, 5, 2])
        let filter = builder.tensor("filter", .float32, [1, 3, 3, 2])
        let bias = builder.tensor("bias", .float32, [1])
        builder.inputs = [image, filter, bias]
        let padded = builder.tensor("padded", .float32, [1, 6, 7, 2])
        builder.node(
            builtin: BuiltinOperator.pad.number,
            inputs: [
                image,
                builder.constant("border", [0, 0, 1, 1, 1, 1, 0, 0] as [Int], shape: [4, 2]),
            ], outputs: [padded])
        let weights = builder.tensor("weights", .float32, [1, 3, 3, 2])
        builder.node(
            builtin: BuiltinOperator.abs.number, inputs: [filter], outputs: [weights])
        let result = builder.tensor("result", .float32, [1, 4, 5, 1])
        builder.node(
            builtin: BuiltinOperator.conv2D.number, inputs: [padded, weights, bias],
            outputs: [result], options: [0: .byte(1), 1: .int(1), 2: .int(1)])
        builder.outputs = showsPadding ? [result, padded] : [result]
        let graph = try ModelReader.read(ModelBytes(builder.build())).prepare(
            inputShapes: [
                filter: try #require(Shape(shape)), bias: try #require(Shape([shape[0]])),
            ],
            pool: WorkerPool(threadCount: 1))
        let pads = graph.fusions.filter { $0.rule == .padIntoConvolution }
        #expect(pads.map { $0.refusal == nil } == [!showsPadding])
        let execution = Execution(graph)
        for input in graph.inputs {
            let numbers = execution.bytes(input).bindMemory(to: Float.self)
            for index in numbers.indices { numbers[index] = Float(index % 7) - 3 }
        }
        try execution.run()
        return Array(execution.bytes(execution.outputs[0]).bindMemory(to: Float.self))
    }

    /// The border needs the filter's height and width, which stay, and no other extents.
    @Test(arguments: [1, 4]) func otherCountsOfFilters(count: Int) throws {
        let results = try run(filter: [count, 3, 3, 2], showsPadding: false)
        #expect(results.count == 20 * count)
        #expect(try results == run(filter: [count, 3, 3, 2], showsPadding: true))
    }

    @Test func otherHeights() {
        let error = #expect(throws: ModelError.self) {
            try run(filter: [1, 2, 3, 2], showsPadding: false)
        }
        #expect(error?.code == .invalidNode)
        #expect(error?.message.contains("3 × 3") == true)
    }
}

import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// TRANSPOSE of shapes that are copied in blocks, with edges, and by several threads.
@Suite struct TransposeTests {
    private func transpose(
        _ shape: [Int], _ order: [Int], _ type: ElementType, _ bytes: [UInt8], threads: Int
    ) throws -> [UInt8] {
        var builder = ModelBuilder()
        let input = builder.tensor("x", type, shape)
        let axes = builder.constant("order", order)
        let output = builder.tensor("y", type, order.map { shape[$0] })
        (builder.inputs, builder.outputs) = ([input], [output])
        builder.node(
            builtin: BuiltinOperator.transpose.number, inputs: [input, axes], outputs: [output])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: threads))
        let execution = Execution(graph)
        bytes.withUnsafeBytes { execution.bytes(graph.inputs[0]).copyMemory(from: $0) }
        try execution.run()
        return Array(execution.bytes(graph.outputs[0]))
    }

    /// Each element is where its indices in the new order say.
    @Test(
        arguments: [
            [2, 65, 33], [1, 16, 16], [3, 17, 130], [5, 4, 3], [2, 130, 7], [1, 300, 65],
            [1, 1024, 19], [1, 2049, 16], [1, 4110, 18],
        ] as [[Int]], [(.int8, 1), (.int16, 2), (.float32, 4), (.int64, 8)] as [(ElementType, Int)])
    func elementsFollowTheirIndices(shape: [Int], type: (type: ElementType, size: Int)) throws {
        let count = shape.reduce(1, *)
        var generator = SeededGenerator(seed: UInt64(count))
        let bytes = (0..<count * type.size).map { _ in UInt8.random(in: 0...255, using: &generator)
        }
        let strides = [shape[1] * shape[2], shape[2], 1]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            var expected: [UInt8] = []
            for a in 0..<shape[order[0]] {
                for b in 0..<shape[order[1]] {
                    for c in 0..<shape[order[2]] {
                        let element =
                            a * strides[order[0]] + b * strides[order[1]] + c * strides[order[2]]
                        expected += bytes[element * type.size..<(element + 1) * type.size]
                    }
                }
            }
            for threads in [1, 3] {
                #expect(
                    try transpose(shape, order, type.type, bytes, threads: threads) == expected,
                    "\(shape) \(order) \(threads) threads")
            }
        }
    }
}

import Foundation
import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// RFFT2D against the definition of the transform.
@Suite struct RFFT2DTests {
    /// Rows of one number, for which the results of TensorFlow Lite are wrong; and rows that several
    /// threads share.
    @Test(
        arguments: [
            ([3, 2, 5], [1, 1], 1), ([2, 7, 5], [8, 1], 1), ([2, 7, 5], [8, 2], 1),
            ([1030, 1, 20], [1, 32], 3), ([2, 0, 3], [1, 4], 1),
        ] as [([Int], [Int], Int)])
    func matchesDefinition(shape: [Int], lengths: [Int], threads: Int) throws {
        let input = (0..<shape.reduce(1, *)).map { Float($0 * 37 % 101) / 101 }
        var builder = ModelBuilder()
        let values = builder.tensor("values", .float32, shape)
        let sizes = builder.constant("sizes", lengths)
        let output = builder.tensor("output", .complex64, [])
        (builder.inputs, builder.outputs) = ([values], [output])
        builder.node(
            builtin: BuiltinOperator.rfft2d.number, inputs: [values, sizes], outputs: [output])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: threads))
        let execution = Execution(graph)
        input.withUnsafeBytes { execution.bytes(graph.inputs[0]).copyMemory(from: $0) }
        try execution.run()
        let results = execution.bytes(graph.outputs[0]).bindMemory(to: SIMD2<Float>.self)
        let kept = lengths[1] / 2 + 1
        #expect(results.count == shape[0] * lengths[0] * kept)
        for (i, result) in results.enumerated() {
            let (matrix, row) = (i / kept / lengths[0], i / kept % lengths[0])
            var sum = SIMD2<Double>.zero
            for y in 0..<min(shape[1], lengths[0]) {
                for x in 0..<min(shape[2], lengths[1]) {
                    let down = Double(row * y) / Double(lengths[0])
                    let across = Double(i % kept * x) / Double(lengths[1])
                    let angle = -2 * Double.pi * (down + across)
                    let value = Double(input[(matrix * shape[1] + y) * shape[2] + x])
                    sum += value * SIMD2(cos(angle), sin(angle))
                }
            }
            let error = SIMD2<Double>(result) - sum
            #expect(max(abs(error.x), abs(error.y)) < 1e-5)
        }
    }
}

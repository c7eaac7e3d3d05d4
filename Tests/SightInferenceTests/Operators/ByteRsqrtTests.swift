import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

@Suite struct ByteRsqrtTests {
    /// Results of LiteRT 2.3.0 near halves, where exact arithmetic rounds to another integer.
    @Test(arguments: [
        (from: Float(0.000_243_929_87), to: Float(0.038_719_666), steps: 124, result: 21),
        (from: 4.547_854e-05, to: 0.045_152_318, steps: 203, result: 103),
        (from: 5.886_925e-05, to: 0.037_347_384, steps: 246, result: 95),
        (from: 0.001_266_262_8, to: 0.008_643_259, steps: 189, result: 109),
    ])
    func roundsAsTheReference(_ sample: (from: Float, to: Float, steps: Int, result: Int)) throws {
        var builder = ModelBuilder()
        let input = builder.tensor(
            "input", .int8, [256], quantization: Quantization(scale: sample.from, zeroPoint: -128))
        let output = builder.tensor(
            "output", .int8, [256], quantization: Quantization(scale: sample.to, zeroPoint: -128))
        builder.inputs = [input]
        builder.outputs = [output]
        builder.node(
            builtin: BuiltinOperator.rsqrt.number, inputs: [input], outputs: [output])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        let bytes = execution.bytes(graph.inputs[0])
        for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index - 128) }
        try execution.run()
        let results = execution.bytes(graph.outputs[0]).map { Int(Int8(bitPattern: $0)) }
        #expect(results[sample.steps] == sample.result)
        // The value 0 has the largest result.
        #expect(results[0] == 127)
    }
}

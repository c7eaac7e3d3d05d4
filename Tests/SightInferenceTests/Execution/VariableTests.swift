import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// The first values of variables.
@Suite struct VariableTests {
    /// An RNN that adds its inputs; a DEQUANTIZE of a float16 number gives its state the first value,
    /// as converters write it.
    private func adder(first: UInt16) throws -> PreparedGraph {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, [1, 1])
        let state = builder.tensor("state", .float32, [1, 1], isVariable: true)
        let output = builder.tensor("y", .float32, [1, 1])
        let half = builder.tensor(
            "half", .float16, [1, 1],
            data: [UInt8(truncatingIfNeeded: first), UInt8(truncatingIfNeeded: first >> 8)])
        let one = builder.constant("one", [1] as [Float], shape: [1, 1])
        let bias = builder.constant("bias", [0] as [Float], shape: [1])
        (builder.inputs, builder.outputs) = ([input], [output])
        builder.node(
            builtin: BuiltinOperator.dequantize.number, inputs: [half], outputs: [state])
        builder.node(
            builtin: BuiltinOperator.rnn.number, inputs: [input, one, one, bias, state],
            outputs: [output])
        return try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
    }

    /// A variable gets its first value once; the next run reads what the run before has written.
    @Test func statesStay() throws {
        let graph = try adder(first: 0)
        let execution = Execution(graph)
        execution.bytes(graph.inputs[0]).storeBytes(of: 1, as: Float.self)
        for sum: Float in [1, 2, 3] {
            try execution.run()
            #expect(execution.bytes(graph.outputs[0]).load(as: Float.self) == sum)
        }
        execution.resetVariables()
        try execution.run()
        #expect(execution.bytes(graph.outputs[0]).load(as: Float.self) == 1)
    }

    @Test func otherFirstValuesAreRefused() {
        let error = #expect(throws: ModelError.self) { try adder(first: 0x3C00) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("DEQUANTIZE #0") == true)
    }
}

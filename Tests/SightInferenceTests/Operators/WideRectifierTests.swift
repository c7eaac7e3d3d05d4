import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// RELU and its relatives of int16.
@Suite struct WideRectifierTests {
    private static let values: [Int16] = [-32768, -1025, -1, 0, 1, 1025, 7000, 20000, 32767]

    private func run(_ code: BuiltinOperator, zeroPoint: Int = 0) throws -> [Int16] {
        var builder = ModelBuilder()
        let input = builder.tensor(
            "x", .int16, [Self.values.count],
            quantization: Quantization(scale: 0x1p-10, zeroPoint: zeroPoint))
        let output = builder.tensor(
            "y", .int16, [Self.values.count],
            quantization: Quantization(scale: 0x1p-11, zeroPoint: zeroPoint))
        builder.node(builtin: code.number, inputs: [input], outputs: [output])
        (builder.inputs, builder.outputs) = ([input], [output])
        return try run(builder)
    }

    private func run(_ builder: ModelBuilder) throws -> [Int16] {
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        Self.values.withUnsafeBytes { execution.bytes(graph.inputs[0]).copyMemory(from: $0) }
        try execution.run()
        return Array(execution.bytes(graph.outputs[0]).bindMemory(to: Int16.self))
    }

    /// The output's scale is half of the input's, so an output integer is twice the input's.
    @Test(
        arguments: [
            (.relu, [0, 0, 0, 0, 2, 2050, 14000, 32767, 32767]),
            (.relu6, [0, 0, 0, 0, 2, 2050, 12288, 12288, 12288]),
            (.reluN1To1, [-2048, -2048, -2, 0, 2, 2048, 2048, 2048, 2048]),
        ] as [(BuiltinOperator, [Int16])])
    func valuesAreScaledAndLimited(code: BuiltinOperator, expected: [Int16]) throws {
        #expect(try run(code) == expected)
    }

    /// LiteRT reads one byte of each slope of int16, so that no golden case has them.
    @Test func slopesHaveSixteenBits() throws {
        let slopes = [Int16](repeating: 512, count: Self.values.count)  // one half
        var builder = ModelBuilder()
        let quantization = Quantization(scale: 0x1p-10, zeroPoint: 0)
        let input = builder.tensor(
            "x", .int16, [Self.values.count], quantization: quantization)
        let slope = builder.tensor(
            "slope", .int16, [slopes.count], quantization: quantization,
            data: slopes.flatMap(\.littleEndianBytes))
        let output = builder.tensor(
            "y", .int16, [Self.values.count], quantization: quantization)
        builder.node(
            builtin: BuiltinOperator.prelu.number, inputs: [input, slope], outputs: [output])
        (builder.inputs, builder.outputs) = ([input], [output])
        let found = try run(builder)
        let expected: [Double] = Self.values.map { Double($0) * ($0 < 0 ? 0.5 : 1) }
        #expect(zip(found, expected).allSatisfy { abs(Double($0) - $1) <= 0.5 })
    }

    @Test func zeroPointsAreRefused() throws {
        #expect(throws: ModelError.self) { try run(.relu, zeroPoint: 3) }
    }
}

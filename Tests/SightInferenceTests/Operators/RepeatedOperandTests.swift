import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Comparisons of quantized bytes with one value, which use a table of all results.
@Suite struct RepeatedOperandTests {
    private func compare(
        _ code: BuiltinOperator, _ type: ElementType, _ operands: [[UInt8]]
    ) throws -> [UInt8] {
        var builder = ModelBuilder()
        let scales: [Float] = [0.043, 0.071]
        let inputs = operands.indices.map { index in
            builder.tensor(
                "t\(index)", type, [operands[index].count],
                quantization: Quantization(scale: scales[index], zeroPoint: 3 + 4 * index))
        }
        let output = builder.tensor("y", .bool, [operands.map(\.count).max() ?? 0])
        (builder.inputs, builder.outputs) = (inputs, [output])
        builder.node(builtin: code.number, inputs: inputs.map { $0 }, outputs: [output])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        for (tensor, bytes) in zip(graph.inputs, operands) {
            bytes.withUnsafeBytes { execution.bytes(tensor).copyMemory(from: $0) }
        }
        try execution.run()
        return Array(execution.bytes(graph.outputs[0]))
    }

    /// One value has the results of a tensor that repeats it, as either operand.
    @Test(
        arguments: [BuiltinOperator.equal, .notEqual, .less, .lessEqual, .greater, .greaterEqual],
        [ElementType.int8, .uint8])
    func oneValueEqualsARepeatedOne(code: BuiltinOperator, type: ElementType) throws {
        let all = (0..<300).map { UInt8($0 & 0xFF) }
        for value in stride(from: 0, through: 255, by: 5).map({ UInt8($0) }) {
            let repeated = [UInt8](repeating: value, count: all.count)
            #expect(
                try compare(code, type, [all, [value]]) == compare(code, type, [all, repeated]))
            #expect(
                try compare(code, type, [[value], all]) == compare(code, type, [repeated, all]))
        }
    }

    /// The table holds the order of the real numbers.
    @Test func valuesAreComparedAsRealNumbers() throws {
        let all = (0..<256).map { UInt8($0) }
        let results = try compare(.less, .uint8, [all, [20]])
        let expected: [UInt8] = (0..<256).map { 0.043 * Float($0 - 3) < 0.071 * 13 ? 1 : 0 }
        #expect(results == expected)
    }
}

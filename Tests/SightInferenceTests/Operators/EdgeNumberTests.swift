import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Operators on numbers that the recorded cases do not have, such as NaN and very large ones.
@Suite struct EdgeNumberTests {
    /// Runs one node on inputs with as many elements as its output.
    private func run<Input: BitwiseCopyable, Output: BitwiseCopyable>(
        _ code: BuiltinOperator, _ inputs: [[Input]], _ type: ElementType,
        output outputType: ElementType? = nil, quantization: Quantization? = nil,
        options: [Int: FlatValue] = [:], as _: Output.Type
    ) throws -> [Output] {
        var builder = ModelBuilder()
        let count = inputs[0].count
        let tensors = inputs.indices.map {
            builder.tensor("x\($0)", type, [count], quantization: quantization)
        }
        let output = builder.tensor("y", outputType ?? type, [count], quantization: quantization)
        builder.node(builtin: code.number, inputs: tensors, outputs: [output], options: options)
        (builder.inputs, builder.outputs) = (tensors, [output])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        for (tensor, values) in zip(graph.inputs, inputs) {
            values.withUnsafeBytes { execution.bytes(tensor).copyMemory(from: $0) }
        }
        try execution.run()
        return Array(execution.bytes(graph.outputs[0]).bindMemory(to: Output.self))
    }

    /// RELU6 is fused into arithmetic with int64, as with all other types.
    @Test(
        arguments: [
            (.add, [0, 3, 6]), (.sub, [0, 0, 6]), (.mul, [6, 2, 6]),
        ] as [(BuiltinOperator, [Int64])])
    func activationsOfLongIntegers(code: BuiltinOperator, expected: [Int64]) throws {
        let inputs: [[Int64]] = [[-20, 1, 1 << 40], [-3, 2, 9]]
        let results = try run(
            code, inputs, .int64, options: [0: .byte(3)], as: Int64.self)
        #expect(results == expected)
    }

    /// CAST truncates numbers, and saturates those that the type does not have.
    @Test func castsOfLargeNumbers() throws {
        let numbers: [Float] = [-.infinity, -1e30, -129.5, -1.5, .nan, 1.5, 127.9, 1e30, .infinity]
        let bytes = try run(.cast, [numbers], .float32, output: .int8, as: Int8.self)
        #expect(bytes == [-128, -128, -128, -1, 0, 1, 127, 127, 127])
        let positive = try run(.cast, [numbers], .float32, output: .uint32, as: UInt32.self)
        #expect(positive == [0, 0, 0, 0, 0, 1, 127, .max, .max])
        let long = try run(.cast, [numbers], .float32, output: .int64, as: Int64.self)
        #expect(long == [.min, .min, -129, -1, 0, 1, 127, .max, .max])
    }

    /// LOG of a negative byte is the smallest byte, although the logarithm is NaN.
    @Test func logarithmsOfNegativeBytes() throws {
        let quantization = Quantization(scale: 0.25, zeroPoint: -60)
        let inputs: [[Int8]] = [[-128, -61, -60, -56]]
        let results = try run(
            .log, inputs, .int8, quantization: quantization, as: Int8.self)
        #expect(results == [-128, -128, -128, -60])
    }

    /// GELU of large negative numbers keeps its digits.
    @Test func tailOfGELU() throws {
        let results = try run(.gelu, [[-5, -6, 0, 6]] as [[Float]], .float32, as: Float.self)
        let expected: [Float] = [-1.433_258e-6, -5.919_526e-9, 0, 6]
        for (result, expected) in zip(results, expected) {
            #expect(abs(result - expected) <= abs(expected) * 1e-4)
        }
    }

    /// The squares of these numbers are infinite or 0, but not their magnitudes.
    @Test func magnitudesOfComplexNumbers() throws {
        let numbers: [SIMD2<Float>] = [[3e30, 4e30], [3e-30, -4e-30], [3, 4], [-.infinity, 1]]
        let results = try run(
            .complexAbs, [numbers], .complex64, output: .float32, as: Float.self)
        for (result, expected) in zip(results, [5e30, 5e-30, 5] as [Float]) {
            #expect(abs(result - expected) <= expected * 1e-6)
        }
        #expect(results[3] == .infinity)
    }

    /// Where a number is NaN, the result is the first of both, unlike that of MAXIMUM and MINIMUM.
    @Test(arguments: [BuiltinOperator.stablehloMaximum, .stablehloMinimum])
    func extremaOfNaN(code: BuiltinOperator) throws {
        let inputs: [[Float]] = [[.nan, 1, 2], [1, .nan, 2]]
        let results = try run(code, inputs, .float32, as: Float.self)
        #expect(results[0].isNaN)
        #expect(Array(results[1...]) == [1, 2])
    }
}

import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// ADD and SUB of int16 tensors whose scales are powers of two.
@Suite struct ShiftedSumTests {
    private static let left: [Int16] = [100, -5, 32767, 0, 5, 5]
    private static let right: [Int16] = [2, -2, 4, 6, -2, 2]

    private func run(
        _ code: BuiltinOperator, scales: [Float], zeroPoint: Int = 0,
        options: [Int: FlatValue] = [:]
    ) throws -> [Int16] {
        var builder = ModelBuilder()
        let tensors = scales.enumerated().map { index, scale in
            builder.tensor(
                "t\(index)", .int16, [Self.left.count],
                quantization: Quantization(scale: scale, zeroPoint: zeroPoint))
        }
        (builder.inputs, builder.outputs) = (Array(tensors[..<2]), [tensors[2]])
        builder.node(
            builtin: code.number, inputs: tensors[..<2].map { $0 }, outputs: [tensors[2]],
            options: options)
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        for (tensor, values) in zip(graph.inputs, [Self.left, Self.right]) {
            values.withUnsafeBytes { execution.bytes(tensor).copyMemory(from: $0) }
        }
        try execution.run()
        return Array(execution.bytes(graph.outputs[0]).bindMemory(to: Int16.self))
    }

    /// The second operand is shifted by two bits and rounded, before it is added.
    @Test(
        arguments: [
            (.add, [101, -6, 32767, 2, 4, 6]), (.sub, [99, -4, 32766, -2, 6, 4]),
        ] as [(BuiltinOperator, [Int16])])
    func operandsAreShifted(code: BuiltinOperator, expected: [Int16]) throws {
        #expect(try run(code, scales: [0x1p-12, 0x1p-14, 0x1p-12]) == expected)
    }

    /// Without `pot_scale_int16`, the sum is rounded, and not the operands.
    @Test(
        arguments: [
            (.add, [101, -6, 32767, 2, 5, 6]), (.sub, [100, -5, 32766, -2, 6, 5]),
        ] as [(BuiltinOperator, [Int16])])
    func sumsAreRounded(code: BuiltinOperator, expected: [Int16]) throws {
        let scales: [Float] = [0x1p-12, 0x1p-14, 0x1p-12]
        #expect(try run(code, scales: scales, options: [1: .byte(0)]) == expected)
    }

    /// The first operand may be the one that is shifted.
    @Test func firstOperandIsShifted() throws {
        let results = try run(.add, scales: [0x1p-13, 0x1p-12, 0x1p-12])
        #expect(results == [52, -5, 16388, 6, 1, 5])
    }

    /// Other scales use the general rule, also where TensorFlow Lite refuses the node.
    @Test(
        arguments: [
            [0x1p-12, 0x1p-14, 0x1p-11], [0x1p-12, 0x1p-14, 0x1p-13],
            [0x1p-12, 0x1p-13, 0x1.8p-12],
        ] as [[Float]])
    func otherScalesUseTheGeneralRule(scales: [Float]) throws {
        let general = try run(.add, scales: scales, options: [1: .byte(0)])
        #expect(try run(.add, scales: scales) == general)
    }
}

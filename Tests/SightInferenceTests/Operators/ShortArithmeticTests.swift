import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// ADD, SUB and MUL of large tensors of bytes, which are computed with one rounding.
@Suite struct ShortArithmeticTests {
    /// The number of elements of a tensor that is computed with all roundings of the reference.
    private static let pieceCount = 1 << 11

    private func run(
        _ code: BuiltinOperator, _ type: ElementType, zeroPoint: Int, _ left: [UInt8],
        _ right: [UInt8]
    ) throws -> [UInt8] {
        var builder = ModelBuilder()
        let tensors = ([0.043, 0.071, 0.093] as [Float]).enumerated().map { index, scale in
            builder.tensor(
                "t\(index)", type, [left.count],
                quantization: Quantization(scale: scale, zeroPoint: zeroPoint + 3 * index))
        }
        (builder.inputs, builder.outputs) = (Array(tensors[..<2]), [tensors[2]])
        builder.node(
            builtin: code.number, inputs: Array(tensors[..<2]), outputs: [tensors[2]])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        for (tensor, values) in zip(graph.inputs, [left, right]) {
            values.withUnsafeBytes { execution.bytes(tensor).copyMemory(from: $0) }
        }
        try execution.run()
        return Array(execution.bytes(graph.outputs[0]).bindMemory(to: UInt8.self))
    }

    /// All pairs of bytes have the same results in one large tensor as in small ones.
    @Test(arguments: [BuiltinOperator.add, .sub, .mul], [ElementType.int8, .uint8])
    func largeTensorsHaveTheResultsOfSmallOnes(code: BuiltinOperator, type: ElementType) throws {
        let zeroPoint = type == .int8 ? -7 : 121
        let left = (0..<1 << 16).map { UInt8($0 >> 8) }
        let right = (0..<1 << 16).map { UInt8($0 & 0xFF) }
        let large = try run(code, type, zeroPoint: zeroPoint, left, right)
        for start in stride(from: 0, to: left.count, by: Self.pieceCount) {
            let piece = start..<start + Self.pieceCount
            let small = try run(
                code, type, zeroPoint: zeroPoint, Array(left[piece]), Array(right[piece]))
            #expect(Array(large[piece]) == small)
        }
    }
}

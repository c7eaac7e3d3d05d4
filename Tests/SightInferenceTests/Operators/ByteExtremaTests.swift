import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// MAXIMUM and MINIMUM of bytes, which a vector kernel computes.
@Suite struct ByteExtremaTests {
    private static let quantization = Quantization(scale: 0.1, zeroPoint: 0)

    private func run(
        _ code: BuiltinOperator, _ type: ElementType, _ left: (shape: [Int], bytes: [UInt8]),
        _ right: (shape: [Int], bytes: [UInt8])
    ) throws -> [UInt8] {
        var builder = ModelBuilder()
        let inputs = [left.shape, right.shape].map {
            builder.tensor("input", type, $0, quantization: Self.quantization)
        }
        let output = builder.tensor("output", type, left.shape, quantization: Self.quantization)
        (builder.inputs, builder.outputs) = (inputs, [output])
        builder.node(builtin: code.number, inputs: inputs, outputs: [output])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        for (tensor, values) in zip(graph.inputs, [left.bytes, right.bytes]) {
            execution.bytes(tensor).copyBytes(from: values)
        }
        try execution.run()
        return Array(execution.bytes(graph.outputs[0]))
    }

    private func expected(
        _ code: BuiltinOperator, _ type: ElementType, _ left: UInt8, _ right: UInt8
    ) -> UInt8 {
        if type == .uint8 { return code == .maximum ? max(left, right) : min(left, right) }
        let (a, b) = (Int8(bitPattern: left), Int8(bitPattern: right))
        return UInt8(bitPattern: code == .maximum ? max(a, b) : min(a, b))
    }

    @Test(arguments: [BuiltinOperator.maximum, .minimum], [ElementType.int8, .uint8])
    func allPairs(code: BuiltinOperator, type: ElementType) throws {
        let left = (0..<1 << 16).map { UInt8($0 >> 8) }
        let right = (0..<1 << 16).map { UInt8($0 & 0xFF) }
        let results = try run(code, type, ([1 << 16], left), ([1 << 16], right))
        #expect(results == zip(left, right).map { expected(code, type, $0, $1) })
    }

    /// One operand is a row or a single byte that is used again.
    @Test(arguments: [BuiltinOperator.maximum, .minimum], [1, 3, 64, 91])
    func broadcasts(code: BuiltinOperator, columns: Int) throws {
        let rows = 50
        let left = (0..<rows * columns).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        for width in Set([1, columns]) {
            let right = (0..<width).map { UInt8(truncatingIfNeeded: $0 &* 91 &+ 5) }
            let results = try run(code, .int8, ([rows, columns], left), ([width], right))
            let wanted = left.indices.map {
                expected(code, .int8, left[$0], right[$0 % columns % width])
            }
            #expect(results == wanted)
        }
    }
}

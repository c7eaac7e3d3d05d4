import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Parts of tensors that share the memory of the whole tensor.
@Suite struct PartTests {
    private static let count = 96

    /// Builds `y = part(x + x)`, where the part has `length` rows of 16 floats from `first` on.
    private func graph(
        first: Int, length: Int, reads: (inout ModelBuilder, _ part: Int) -> Int
    ) throws -> PreparedGraph {
        var builder = ModelBuilder()
        let x = builder.tensor("x", .float32, [6, 16])
        let sum = builder.tensor("sum", .float32, [6, 16])
        builder.node(
            builtin: BuiltinOperator.add.number, inputs: [x, x], outputs: [sum], optionsType: 11)
        let begin = builder.constant("begin", [first, 0])
        let size = builder.constant("size", [length, 16])
        let part = builder.tensor("part", .float32, [length, 16])
        builder.node(
            builtin: BuiltinOperator.slice.number, inputs: [sum, begin, size], outputs: [part])
        builder.inputs = [x]
        builder.outputs = [reads(&builder, part)]
        return try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
    }

    private func run(_ graph: PreparedGraph) throws -> [Float] {
        let execution = Execution(graph)
        let input = (0..<Self.count).map { Float($0) }
        input.withUnsafeBytes { execution.bytes(graph.inputs[0]).copyMemory(from: $0) }
        try execution.run()
        return Array(execution.bytes(graph.outputs[0]).bindMemory(to: Float.self))
    }

    @Test("rows of a result are its part", arguments: [(0, 6), (2, 3), (5, 1), (3, 0)])
    func rows(first: Int, length: Int) throws {
        let graph = try graph(first: first, length: length) { $1 }
        let expected = (first * 16..<(first + length) * 16).map { Float(2 * $0) }
        #expect(try run(graph) == expected)
    }

    @Test("a part of a part, with its shape changed in between")
    func nested() throws {
        let graph = try graph(first: 1, length: 4) { builder, part in
            let flat = builder.tensor("flat", .float32, [64])
            let shape = builder.constant("shape", [64])
            builder.node(
                builtin: BuiltinOperator.reshape.number, inputs: [part, shape], outputs: [flat])
            let axis = builder.constant("axis", [0] as [Int], shape: [])
            let halves = (0..<2).map { builder.tensor("half \($0)", .float32, [32]) }
            builder.node(
                builtin: BuiltinOperator.split.number, inputs: [axis, flat], outputs: halves,
                optionsType: 35, options: [0: .int(2)])
            let difference = builder.tensor("difference", .float32, [32])
            builder.node(
                builtin: BuiltinOperator.sub.number, inputs: [halves[1], halves[0]],
                outputs: [difference], optionsType: 28)
            return difference
        }
        #expect(try run(graph) == [Float](repeating: 64, count: 32))
    }

    @Test("the whole stays in memory as long as its parts")
    func lifetime() throws {
        let graph = try graph(first: 4, length: 1) { builder, part in
            // Later results would take the memory of the whole tensor.
            var last = 0
            for index in 0..<4 {
                let next = builder.tensor("later \(index)", .float32, [6, 16])
                builder.node(
                    builtin: BuiltinOperator.mul.number, inputs: [last, last], outputs: [next],
                    optionsType: 21)
                last = next
            }
            let zero = builder.tensor("zero", .float32, [6, 16])
            builder.node(
                builtin: BuiltinOperator.sub.number, inputs: [last, last], outputs: [zero],
                optionsType: 28)
            let result = builder.tensor("result", .float32, [6, 16])
            builder.node(
                builtin: BuiltinOperator.add.number, inputs: [zero, part], outputs: [result],
                optionsType: 11)
            return result
        }
        let row = (64..<80).map { Float(2 * $0) }
        #expect(try run(graph).prefix(16).elementsEqual(row))
    }

    @Test("only parts at the start of a cache line are shared", arguments: [0, 1, 16])
    func memory(first: Int) throws {
        let input = 64 * 1024
        var builder = ModelBuilder()
        let x = builder.tensor("x", .uint8, [2, input])
        let begin = builder.constant("begin", [1, first])
        let size = builder.constant("size", [1, input - 64])
        let part = builder.tensor("part", .uint8, [1, input - 64])
        builder.node(
            builtin: BuiltinOperator.slice.number, inputs: [x, begin, size], outputs: [part])
        (builder.inputs, builder.outputs) = ([x], [part])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        let whole = execution.bytes(graph.inputs[0])
        for index in whole.indices { whole[index] = UInt8(truncatingIfNeeded: index * 7) }
        try execution.run()
        let found = execution.bytes(graph.outputs[0])
        #expect(found.elementsEqual(whole[(input + first)..<(2 * input + first - 64)]))
        #expect((found.baseAddress == whole.baseAddress.map { $0 + input + first }) == (first == 0))
    }
}

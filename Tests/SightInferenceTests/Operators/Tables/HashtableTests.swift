import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Hash tables between numbers and strings, which a graph fills once.
@Suite struct HashtableTests {
    private let handleOptions: [Int: FlatValue] = [0: .int(3), 1: .byte(5), 2: .byte(4)]

    private func prepare(_ builder: ModelBuilder) throws -> PreparedGraph {
        try ModelReader.read(ModelBytes(builder.build())).prepare(pool: WorkerPool(threadCount: 1))
    }

    private func longs(_ values: [Int64]) -> [UInt8] { values.flatMap { $0.littleEndianBytes } }

    /// A model with a table from strings to int64 numbers, and a table from the numbers to the
    /// strings.
    private func model(fills: Bool = true, keyType: ElementType = .string) -> ModelBuilder {
        var builder = ModelBuilder()
        let handle = builder.tensor("handle", .resource, [1])
        let words = builder.tensor("words", keyType, [4])
        let none = builder.tensor("none", .int64, [], data: longs([-1]))
        let numbers = builder.tensor("numbers", .int64, [4])
        let size = builder.tensor("size", .int64, [1])
        builder.inputs = [words]
        builder.outputs = [numbers, size]
        if fills { builder.node(builtin: 129, inputs: [], outputs: [], options: [0: .int(1)]) }
        builder.node(builtin: 136, inputs: [], outputs: [handle], options: handleOptions)
        builder.node(builtin: 137, inputs: [handle, words, none], outputs: [numbers])
        builder.node(builtin: 139, inputs: [handle], outputs: [size])
        builder.startNextGraph()
        let again = builder.tensor("handle", .resource, [1])
        let keys = builder.strings("keys", ["one", "two", "", "one"])
        let values = builder.tensor("values", .int64, [4], data: longs([1, 2, 0, 9]))
        builder.node(builtin: 136, inputs: [], outputs: [again], options: handleOptions)
        builder.node(builtin: 138, inputs: [again, keys, values], outputs: [])
        return builder
    }

    @Test func wordsAreFound() throws {
        let graph = try prepare(model())
        let execution = Execution(graph)
        for reset in [false, false, true] {
            if reset { execution.resetVariables() }
            try execution.setStrings(
                ["two", "three", "", "one"].map { Array($0.utf8) }, of: graph.inputs[0])
            try execution.run()
            let numbers = execution.bytes(graph.outputs[0]).bindMemory(to: Int64.self)
            #expect(Array(numbers) == [2, -1, 0, 1])
            #expect(execution.bytes(graph.outputs[1]).load(as: Int64.self) == 3)
        }
    }

    @Test func tablesAreFilledBeforeTheyAreAsked() throws {
        let execution = Execution(try prepare(model(fills: false)))
        let error = #expect(throws: ModelError.self) { try execution.run() }
        #expect(error?.code == .outOfRange)
        #expect(error?.message.contains("table 3 has not been filled") == true)
    }

    /// The model's table 3 maps strings, but the node looks up numbers.
    @Test func tablesKeepTheirTypes() throws {
        var builder = ModelBuilder()
        let handle = builder.tensor("handle", .resource, [1])
        let keys = builder.strings("keys", ["one"])
        let values = builder.tensor("values", .int64, [1], data: longs([1]))
        let asked = builder.tensor("asked", .int64, [1], data: longs([1]))
        let word = builder.tensor("word", .string, [1])
        builder.outputs = [word]
        builder.node(builtin: 136, inputs: [], outputs: [handle], options: handleOptions)
        builder.node(builtin: 138, inputs: [handle, keys, values], outputs: [])
        builder.node(builtin: 137, inputs: [handle, asked, keys], outputs: [word])
        let execution = Execution(try prepare(builder))
        let error = #expect(throws: ModelError.self) { try execution.run() }
        #expect(error?.code == .outOfRange)
        #expect(error?.message.contains("other types") == true)
    }

    @Test func otherTypesAreRefused() throws {
        let error = #expect(throws: ModelError.self) { try prepare(model(keyType: .int32)) }
        #expect(error?.code == .unsupported)
        for (first, second) in [(4, 4), (0, 5), (99, 5)] {
            var builder = ModelBuilder()
            builder.outputs = [builder.tensor("handle", .resource, [1])]
            builder.node(
                builtin: 136, inputs: [], outputs: builder.outputs,
                options: [1: .byte(first), 2: .byte(second)])
            #expect(throws: ModelError.self) { try prepare(builder) }
        }
    }

    @Test func shapesAreChecked() throws {
        var builder = ModelBuilder()
        let handle = builder.tensor("handle", .resource, [1])
        let keys = builder.strings("keys", ["one", "two"])
        let values = builder.tensor("values", .int64, [1], data: longs([1]))
        builder.node(builtin: 136, inputs: [], outputs: [handle], options: handleOptions)
        builder.node(builtin: 138, inputs: [handle, keys, values], outputs: [])
        var error = #expect(throws: ModelError.self) { try prepare(builder) }
        #expect(error?.code == .invalidNode)
        var find = ModelBuilder()
        let number = find.tensor("handle", .int32, [1], data: [3, 0, 0, 0])
        let words = find.strings("words", ["a"])
        let none = find.tensor("none", .int64, [], data: longs([0]))
        find.outputs = [find.tensor("numbers", .int64, [1])]
        find.node(builtin: 137, inputs: [number, words, none], outputs: find.outputs)
        error = #expect(throws: ModelError.self) { try prepare(find) }
        #expect(error?.message.contains("not a handle") == true)
    }
}

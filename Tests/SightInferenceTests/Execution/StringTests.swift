import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Tensors of strings as inputs, in operators and as outputs.
@Suite struct StringTests {
    private func prepare(_ builder: ModelBuilder) throws -> PreparedGraph {
        try ModelReader.read(ModelBytes(builder.build())).prepare(pool: WorkerPool(threadCount: 2))
    }

    private func bytes(_ strings: [String]) -> [[UInt8]] { strings.map { Array($0.utf8) } }

    private func texts(_ execution: Execution, _ output: Int = 0) -> [String] {
        execution.strings(execution.outputs[output]).map { String(decoding: $0, as: UTF8.self) }
    }

    /// `words` and `more` joined, and which of `words` equal the constant "b".
    private func joinModel() -> ModelBuilder {
        var builder = ModelBuilder()
        let words = builder.tensor("words", .string, [3])
        let more = builder.strings("more", ["b", "", "d"])
        let b = builder.strings("b", ["b"])
        let joined = builder.tensor("joined", .string, [6])
        let equal = builder.tensor("equal", .bool, [3])
        builder.inputs = [words]
        builder.outputs = [joined, equal, words, more]
        builder.node(builtin: 2, inputs: [words, more], outputs: [joined])
        builder.node(builtin: 71, inputs: [words, b], outputs: [equal])
        return builder
    }

    @Test func stringsGoInAndOut() throws {
        let graph = try prepare(joinModel())
        let execution = Execution(graph)
        for words in [["a", "b", "c"], ["b", "b", ""], ["x", "Käse", "b"], ["a", "b", "c"]] {
            try execution.setStrings(bytes(words), of: graph.inputs[0])
            #expect(texts(execution, 2) == words)
            // Each run assigns all numbers again; the second run has the same inputs.
            for _ in 0..<2 {
                try execution.run()
                #expect(texts(execution) == words + ["b", "", "d"])
                #expect(
                    execution.bytes(graph.outputs[1]).map { $0 } == words.map { $0 == "b" ? 1 : 0 })
            }
            #expect(texts(execution, 3) == ["b", "", "d"])
        }
    }

    /// Equal strings of constants and inputs have the same number, in any quantity.
    @Test func manyStringsAreToldApart() throws {
        let constants = (0..<200).map { "string \($0 % 150)" }
        var builder = ModelBuilder()
        let words = builder.tensor("words", .string, [200])
        let known = builder.strings("known", constants)
        let equal = builder.tensor("equal", .bool, [200])
        (builder.inputs, builder.outputs) = ([words], [equal])
        builder.node(builtin: 71, inputs: [words, known], outputs: [equal])
        let graph = try prepare(builder)
        let execution = Execution(graph)
        let others = (0..<200).map { $0 % 3 == 0 ? constants[$0] : "word \($0 / 2)" }
        for words in [constants, others] {
            try execution.setStrings(bytes(words), of: graph.inputs[0])
            try execution.run()
            #expect(
                execution.bytes(graph.outputs[0]).map { $0 == 1 }
                    == zip(words, constants).map { $0 == $1 })
        }
    }

    /// Unset inputs and invalid numbers are empty strings.
    @Test func wildNumbersAreEmptyStrings() throws {
        let graph = try prepare(joinModel())
        let execution = Execution(graph)
        try execution.run()
        #expect(texts(execution) == ["", "", "", "b", "", "d"])
        execution.bytes(graph.inputs[0]).initializeMemory(as: UInt8.self, repeating: 0xFF)
        try execution.run()
        #expect(texts(execution) == ["", "", "", "b", "", "d"])
    }

    @Test func whatDoesNotFitIsRefused() throws {
        let graph = try prepare(joinModel())
        let execution = Execution(graph)
        try execution.setStrings(bytes(["a", "b", "c"]), of: graph.inputs[0])
        for (words, tensor) in [(["a"], graph.inputs[0]), (["a", "b", "c"], graph.outputs[1])] {
            let error = #expect(throws: ModelError.self) {
                try execution.setStrings(bytes(words), of: tensor)
            }
            #expect(error?.code == .invalidInput)
        }
        try execution.run()
        #expect(texts(execution) == ["a", "b", "c", "b", "", "d"])
    }

    /// Called graphs share the caller's strings.
    @Test func stringsPassThroughCalls() throws {
        var builder = ModelBuilder()
        let condition = builder.tensor("condition", .bool, [])
        let words = builder.tensor("words", .string, [2])
        let result = builder.tensor("result", .string, [2])
        builder.inputs = [condition, words]
        builder.outputs = [result]
        builder.node(
            builtin: 118, inputs: [condition, words], outputs: [result],
            options: [0: .int(1), 1: .int(2)])
        builder.startNextGraph()
        let given = builder.tensor("given", .string, [2])
        let turned = builder.tensor("turned", .string, [2])
        let axis = builder.constant("axis", [0])
        builder.inputs = [given]
        builder.outputs = [turned]
        builder.node(builtin: 105, inputs: [given, axis], outputs: [turned])
        builder.startNextGraph()
        builder.inputs = [builder.tensor("unused", .string, [2])]
        builder.outputs = [builder.strings("none", ["no", "one"])]
        let graph = try prepare(builder)
        let execution = Execution(graph)
        try execution.setStrings(bytes(["a", "b"]), of: graph.inputs[1])
        for condition: UInt8 in [1, 0, 1] {
            execution.bytes(graph.inputs[0])[0] = condition
            try execution.run()
            #expect(texts(execution) == (condition == 1 ? ["b", "a"] : ["no", "one"]))
        }
    }

    @Test func orderAndVariablesAreNotForStrings() throws {
        var builder = ModelBuilder()
        let words = builder.tensor("words", .string, [2])
        builder.inputs = [words]
        builder.outputs = [builder.tensor("less", .bool, [2])]
        builder.node(builtin: 58, inputs: [words, words], outputs: builder.outputs)
        var error = #expect(throws: ModelError.self) { try prepare(builder) }
        #expect(error?.code == .unsupported)
        var variable = ModelBuilder()
        let handle = variable.tensor("handle", .resource, [])
        let value = variable.strings("value", ["a"])
        variable.node(builtin: 142, inputs: [], outputs: [handle], options: [1: .string("v")])
        variable.node(builtin: 144, inputs: [handle, value], outputs: [])
        error = #expect(throws: ModelError.self) { try prepare(variable) }
        #expect(error?.code == .unsupported)
    }

    /// A view may not turn strings into numbers.
    @Test(arguments: [(ElementType.string, ElementType.int32), (.int32, .string)])
    func stringsAreNoNumbers(from: ElementType, to: ElementType) throws {
        for builtin in [22, 159] {
            var builder = ModelBuilder()
            builder.inputs = [builder.tensor("in", from, [2])]
            builder.outputs = [builder.tensor("out", to, [2])]
            builder.node(
                builtin: builtin, inputs: builder.inputs, outputs: builder.outputs,
                options: builtin == 22 ? [0: .ints([2])] : [:])
            let error = #expect(throws: ModelError.self) { try prepare(builder) }
            #expect(error?.code == .invalidNode)
        }
    }
}

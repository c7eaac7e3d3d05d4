import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Graphs that call graphs, and variables.
@Suite struct ControlTests {
    private func prepare(_ builder: ModelBuilder, limits: ModelLimits = ModelLimits()) throws
        -> PreparedGraph
    {
        try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1), limits: limits)
    }

    private func floats(_ execution: Execution) -> [Float] {
        Array(execution.bytes(execution.outputs[0]).bindMemory(to: Float.self))
    }

    /// A graph that makes x + x, or x after itself when `joins`.
    private func addGraph(_ builder: inout ModelBuilder, joins: Bool = false) {
        builder.startNextGraph()
        let x = builder.tensor("x", .float32, [2])
        let y = builder.tensor("y", .float32, [joins ? 4 : 2])
        builder.inputs = [x]
        builder.outputs = [y]
        builder.node(builtin: joins ? 2 : 0, inputs: [x, x], outputs: [y])
    }

    /// if (condition) x + x else x + x or [x, x]; then squared.
    private func ifModel(joins: Bool) -> ModelBuilder {
        var builder = ModelBuilder()
        let condition = builder.tensor("condition", .bool, [1])
        let x = builder.tensor("x", .float32, [2])
        let branch = builder.tensor("branch", .float32, [2])
        let square = builder.tensor("square", .float32, [2])
        builder.inputs = [condition, x]
        builder.outputs = [square]
        builder.node(
            builtin: 118, inputs: [condition, x], outputs: [branch],
            options: [0: .int(1), 1: .int(2)])
        builder.node(builtin: 18, inputs: [branch, branch], outputs: [square])
        addGraph(&builder)
        addGraph(&builder, joins: joins)
        return builder
    }

    @Test(arguments: [false, true]) func branches(joins: Bool) throws {
        let graph = try prepare(ifModel(joins: joins))
        #expect(graph.outputsAreKnown == !joins)
        let execution = Execution(graph)
        let x: [Float] = [1, 3]
        x.withUnsafeBytes { execution.bytes(graph.inputs[1]).copyMemory(from: $0) }
        for condition: UInt8 in [1, 0, 0, 1] {
            execution.bytes(graph.inputs[0])[0] = condition
            try execution.run()
            let isJoined = joins && condition == 0
            #expect(floats(execution) == (isJoined ? [1, 9, 1, 9] : [4, 36]))
        }
    }

    /// The file declares the result without elements, and only the run determines its shape.
    @Test func resultsDeclaredWithoutElements() throws {
        var builder = ModelBuilder()
        let condition = builder.tensor("condition", .bool, [1])
        let x = builder.tensor("x", .float32, [2])
        let result = builder.tensor("result", .float32, [0], shapeSignature: [-1])
        builder.inputs = [condition, x]
        builder.outputs = [result]
        builder.node(
            builtin: 118, inputs: [condition, x], outputs: [result],
            options: [0: .int(1), 1: .int(2)])
        addGraph(&builder)
        addGraph(&builder, joins: true)
        let graph = try prepare(builder)
        #expect(!graph.outputsAreKnown)
        let execution = Execution(graph)
        ([1, 3] as [Float]).withUnsafeBytes {
            execution.bytes(graph.inputs[1]).copyMemory(from: $0)
        }
        #expect(!execution.isKnown(graph.outputs[0]))
        for (condition, expected): (UInt8, [Float]) in [(1, [2, 6]), (0, [1, 3, 1, 3])] {
            execution.bytes(graph.inputs[0])[0] = condition
            try execution.run()
            #expect(floats(execution) == expected)
        }
    }

    /// while (i < end) { sum += i; i += 1 }.
    private func whileModel() -> ModelBuilder {
        var builder = ModelBuilder()
        let start = builder.tensor("start", .int32, [1])
        let zero = builder.constant("zero", [0])
        let (index, sum) = (builder.tensor("i", .int32, [1]), builder.tensor("sum", .int32, [1]))
        builder.inputs = [start]
        builder.outputs = [sum]
        builder.node(
            builtin: 119, inputs: [start, zero], outputs: [index, sum],
            options: [0: .int(1), 1: .int(2)])
        builder.startNextGraph()
        let (i, s) = (builder.tensor("i", .int32, [1]), builder.tensor("s", .int32, [1]))
        let end = builder.constant("end", [10])
        let goesOn = builder.tensor("goes on", .bool, [1])
        builder.inputs = [i, s]
        builder.outputs = [goesOn]
        builder.node(builtin: 58, inputs: [i, end], outputs: [goesOn])
        builder.startNextGraph()
        let (j, t) = (builder.tensor("j", .int32, [1]), builder.tensor("t", .int32, [1]))
        let one = builder.constant("one", [1])
        let next = builder.tensor("next", .int32, [1])
        let total = builder.tensor("total", .int32, [1])
        builder.inputs = [j, t]
        builder.outputs = [next, total]
        builder.node(builtin: 0, inputs: [j, one], outputs: [next])
        builder.node(builtin: 0, inputs: [t, j], outputs: [total])
        return builder
    }

    @Test func loops() throws {
        let graph = try prepare(whileModel())
        let execution = Execution(graph)
        for (start, sum): (Int32, Int32) in [(0, 45), (8, 17), (10, 0), (0, 45)] {
            execution.bytes(graph.inputs[0]).storeBytes(of: start, as: Int32.self)
            try execution.run()
            #expect(execution.bytes(graph.outputs[0]).load(as: Int32.self) == sum)
        }
    }

    /// `while i < n { i += step; sum += x }`: the body returns n, step and x unchanged, and no graph
    /// reads the last value.
    ///
    /// If `sharesInputs`, the body names the tensor of step as the inputs for n and step.
    private func valuesModel(sharesInputs: Bool) -> ModelBuilder {
        var builder = ModelBuilder()
        let names = ["i", "n", "step", "x", "sum", "other"]
        func add(_ prefix: String) -> [Int] {
            names.map { builder.tensor(prefix + $0, .float32, [1]) }
        }
        let (inputs, results) = (add("in "), add("out "))
        (builder.inputs, builder.outputs) = (inputs, results)
        builder.node(
            builtin: BuiltinOperator.while.number, inputs: inputs, outputs: results,
            options: [0: .int(1), 1: .int(2)])
        builder.startNextGraph()
        let values = add("")
        let isLess = builder.tensor("isLess", .bool, [1])
        (builder.inputs, builder.outputs) = (values, [isLess])
        builder.node(
            builtin: BuiltinOperator.less.number, inputs: [values[0], values[1]],
            outputs: [isLess])
        builder.startNextGraph()
        var state = add("")
        if sharesInputs { state[1] = state[2] }
        let (next, sum) = (
            builder.tensor("next", .float32, [1]), builder.tensor("next sum", .float32, [1])
        )
        builder.inputs = state
        builder.outputs = [next, state[1], state[2], state[3], sum, state[5]]
        builder.node(
            builtin: BuiltinOperator.add.number, inputs: [state[0], state[2]], outputs: [next],
            optionsType: 11)
        builder.node(
            builtin: BuiltinOperator.add.number, inputs: [state[4], state[3]], outputs: [sum],
            optionsType: 11)
        return builder
    }

    /// Each run has its own values, also those that the body does not change.
    @Test func unchangedValues() throws {
        for (sharesInputs, ends) in [(false, 4), (true, 1)] as [(Bool, Float)] {
            let graph = try prepare(valuesModel(sharesInputs: sharesInputs))
            let execution = Execution(graph)
            for x: Float in [10, 3, -1] {
                for (input, value) in zip(graph.inputs, [0, 4, 1, x, 0.5, 2 * x]) {
                    execution.bytes(input).storeBytes(of: value, as: Float.self)
                }
                try execution.run()
                let results = execution.outputs.map {
                    execution.bytes($0).load(as: Float.self)
                }
                // A body that shares the inputs makes n the step, which ends the loop.
                #expect(results == [ends, ends, 1, x, 0.5 + ends * x, 2 * x])
            }
        }
    }

    /// The iterations of all loops of a run count together; each run counts from 0.
    @Test func loopsHaveALimit() throws {
        var limits = ModelLimits()
        limits.loopCount = 5
        let graph = try prepare(whileModel(), limits: limits)
        let execution = Execution(graph)
        for start: Int32 in [0, 5, .min, 5] {
            execution.bytes(graph.inputs[0]).storeBytes(of: start, as: Int32.self)
            if start == 5 {
                try execution.run()
                #expect(execution.bytes(graph.outputs[0]).load(as: Int32.self) == 35)
            } else {
                let error = #expect(throws: ModelError.self) { try execution.run() }
                #expect(error?.code == .outOfRange)
            }
        }
    }

    /// Runs a graph until the seventh check, which throws.
    private func cancel(_ execution: Execution) -> (code: ModelError.Code?, checks: Int) {
        var checks = 0
        do throws(ModelError) {
            try execution.run(checking: { () throws(ModelError) in
                checks += 1
                if checks == 7 { throw ModelError(.cancelled, "enough") }
            })
            return (nil, checks)
        } catch {
            return (error.code, checks)
        }
    }

    /// A run can be cancelled between the nodes of the graphs that a loop calls.
    @Test func loopsCanBeCancelled() throws {
        let graph = try prepare(whileModel())
        let execution = Execution(graph)
        execution.bytes(graph.inputs[0]).storeBytes(of: 0, as: Int32.self)
        let (code, checks) = cancel(execution)
        #expect(code == .cancelled)
        #expect(checks == 7)
        // Nothing remains for the next run.
        try execution.run()
        #expect(execution.bytes(graph.outputs[0]).load(as: Int32.self) == 45)
    }

    /// The graphs of this loop have no nodes, and the condition is always true.
    @Test func loopsWithoutNodesCanBeCancelled() throws {
        var builder = ModelBuilder()
        let (x, y) = (builder.tensor("x", .float32, [2]), builder.tensor("y", .float32, [2]))
        (builder.inputs, builder.outputs) = ([x], [y])
        builder.node(builtin: 119, inputs: [x], outputs: [y], options: [0: .int(1), 1: .int(2)])
        builder.startNextGraph()
        let value = builder.tensor("value", .float32, [2])
        let always = builder.tensor("always", .bool, [1], data: [1])
        (builder.inputs, builder.outputs) = ([value], [always])
        builder.startNextGraph()
        let same = builder.tensor("same", .float32, [2])
        (builder.inputs, builder.outputs) = ([same], [same])
        let (code, checks) = cancel(Execution(try prepare(builder)))
        #expect(code == .cancelled)
        #expect(checks == 7)
    }

    @Test func compositesRunTheirParts() throws {
        var builder = ModelBuilder()
        let (x, y) = (builder.tensor("x", .float32, [2]), builder.tensor("y", .float32, [2]))
        builder.inputs = [x]
        builder.outputs = [y]
        builder.node(
            builtin: 206, inputs: [x], outputs: [y],
            secondOptions: [0: .string("twice"), 1: .int(1)])
        addGraph(&builder)
        let graph = try prepare(builder)
        let execution = Execution(graph)
        ([2, 5] as [Float]).withUnsafeBytes {
            execution.bytes(graph.inputs[0]).copyMemory(from: $0)
        }
        try execution.run()
        #expect(floats(execution) == [4, 10])
    }

    /// A counter: starts at 10, once; every run adds 1.
    private func counterModel(initializes: Bool = true) -> ModelBuilder {
        var builder = ModelBuilder()
        let handle = builder.tensor("handle", .resource, [])
        let one = builder.constant("one", [1])
        let (old, new) = (builder.tensor("old", .int32, [1]), builder.tensor("new", .int32, [1]))
        builder.outputs = [new]
        let name: [Int: FlatValue] = [1: .string("counter")]
        if initializes {
            builder.node(builtin: 129, inputs: [], outputs: [], options: [0: .int(1)])
        }
        builder.node(builtin: 142, inputs: [], outputs: [handle], options: name)
        builder.node(builtin: 143, inputs: [handle], outputs: [old])
        builder.node(builtin: 0, inputs: [old, one], outputs: [new])
        builder.node(builtin: 144, inputs: [handle, new], outputs: [])
        builder.startNextGraph()
        let again = builder.tensor("handle", .resource, [])
        let ten = builder.constant("ten", [10])
        builder.node(builtin: 142, inputs: [], outputs: [again], options: name)
        builder.node(builtin: 144, inputs: [again, ten], outputs: [])
        return builder
    }

    @Test func variablesStay() throws {
        let graph = try prepare(counterModel())
        let execution = Execution(graph)
        func run() throws -> Int32 {
            try execution.run()
            return execution.bytes(graph.outputs[0]).load(as: Int32.self)
        }
        #expect(try run() == 11)
        #expect(try run() == 12)
        execution.resetVariables()
        #expect(try run() == 11)
        let shared = Execution(graph, resources: ResourceStore())
        try shared.run()
        #expect(try run() == 12)
    }

    @Test func variablesAreAssignedBeforeTheyAreRead() throws {
        let execution = Execution(try prepare(counterModel(initializes: false)))
        let error = #expect(throws: ModelError.self) { try execution.run() }
        #expect(error?.code == .outOfRange)
    }

    // MARK: Hostile models

    @Test(arguments: [(0, 1), (1, 0), (7, 1), (-1, 1)])
    func callsThatCannotBe(first: Int, second: Int) throws {
        var builder = ModelBuilder()
        let condition = builder.tensor("condition", .bool, [1])
        let (x, y) = (builder.tensor("x", .float32, [2]), builder.tensor("y", .float32, [2]))
        builder.inputs = [condition, x]
        builder.outputs = [y]
        builder.node(
            builtin: 118, inputs: [condition, x], outputs: [y],
            options: [0: .int(first), 1: .int(second)])
        addGraph(&builder)
        let error = #expect(throws: ModelError.self) { try prepare(builder) }
        #expect(error?.code == .malformed)
    }

    @Test func wrongCountsAndTypes() throws {
        for (inputs, type): (Int, ElementType) in [(0, .float32), (2, .float32), (1, .int32)] {
            var builder = ModelBuilder()
            let x = builder.tensor("x", type, [2])
            let y = builder.tensor("y", type, [2])
            builder.inputs = [x]
            builder.outputs = [y]
            builder.node(
                builtin: 206, inputs: [Int?](repeating: x, count: inputs), outputs: [y],
                secondOptions: [1: .int(1)])
            addGraph(&builder)
            let error = #expect(throws: ModelError.self) { try prepare(builder) }
            #expect(error?.code == .invalidNode)
        }
    }

    @Test func callsHaveLimits() throws {
        var limits = ModelLimits()
        limits.callDepth = 0
        let deep = #expect(throws: ModelError.self) { try prepare(whileModel(), limits: limits) }
        #expect(deep?.code == .tooLarge)
        limits = ModelLimits()
        limits.callCount = 1
        let many = #expect(throws: ModelError.self) { try prepare(whileModel(), limits: limits) }
        #expect(many?.code == .tooLarge)
    }
}

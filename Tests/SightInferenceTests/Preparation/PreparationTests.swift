import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// The guarantees of `prepare` before a run.
@Suite struct PreparationTests {
    private let pool = WorkerPool(threadCount: 1)

    private func prepare(
        _ builder: ModelBuilder, shapes: [Int: Shape] = [:], limits: ModelLimits = ModelLimits()
    ) throws -> PreparedGraph {
        try ModelReader.read(ModelBytes(builder.build()))
            .prepare(inputShapes: shapes, pool: pool, limits: limits)
    }

    private func floats(_ execution: Execution, _ spec: TensorSpec) -> [Float] {
        Array(execution.bytes(spec).bindMemory(to: Float.self))
    }

    /// (1 + 2) is computed once, while preparing: no step is left for it.
    @Test func constantsFold() throws {
        var builder = ModelBuilder()
        let one = builder.constant("one", [1, 2] as [Float], shape: [2])
        let two = builder.constant("two", [10, 20] as [Float], shape: [2])
        let three = builder.tensor("three", .float32, [2])
        let view = builder.tensor("view", .float32, [1, 2])
        builder.outputs = [view]
        builder.node(builtin: 0, inputs: [one, two], outputs: [three])
        builder.node(builtin: 22, inputs: [three], outputs: [view], options: [0: .ints([1, 2])])
        let graph = try prepare(builder)
        #expect(graph.outputs[0].constant != nil)
        #expect(graph.arenaByteCount == 0)
        let execution = Execution(graph)
        try execution.run()
        #expect(floats(execution, graph.outputs[0]) == [11, 22])
    }

    @Test func foldedConstantsHaveALimit() throws {
        var builder = ModelBuilder()
        let one = builder.constant("one", [Float](repeating: 1, count: 64), shape: [64])
        let sum = builder.tensor("sum", .float32, [64])
        builder.outputs = [sum]
        builder.node(builtin: 0, inputs: [one, one], outputs: [sum])
        var limits = ModelLimits()
        limits.foldedByteCount = 255
        let error = #expect(throws: ModelError.self) { try prepare(builder, limits: limits) }
        #expect(error?.code == .tooLarge)
        limits.foldedByteCount = 256
        _ = try prepare(builder, limits: limits)
    }

    /// Views of views share the input's bytes; the sum needs its own.
    @Test func aliases() throws {
        var builder = ModelBuilder()
        let input = builder.tensor("in", .float32, [4])
        let square = builder.tensor("square", .float32, [2, 2])
        let column = builder.tensor("column", .float32, [4, 1])
        let sum = builder.tensor("sum", .float32, [4, 1])
        builder.inputs = [input]
        builder.outputs = [square, column, sum]
        builder.node(builtin: 22, inputs: [input], outputs: [square], options: [0: .ints([2, 2])])
        builder.node(builtin: 22, inputs: [square], outputs: [column], options: [0: .ints([4, 1])])
        builder.node(builtin: 0, inputs: [column, column], outputs: [sum])
        let graph = try prepare(builder)
        let execution = Execution(graph)
        let start = execution.bytes(graph.inputs[0]).baseAddress
        #expect(execution.bytes(graph.outputs[0]).baseAddress == start)
        #expect(execution.bytes(graph.outputs[1]).baseAddress == start)
        #expect(execution.bytes(graph.outputs[2]).baseAddress != start)
        execution.bytes(graph.inputs[0]).copyBytes(
            from: ([1, 2, 3, 4] as [Float]).withUnsafeBytes { Array($0) })
        try execution.run()
        #expect(floats(execution, graph.outputs[2]) == [2, 4, 6, 8])
        #expect(floats(execution, graph.outputs[0]) == [1, 2, 3, 4])
    }

    /// An output that is declared without elements, as converters declare dynamic outputs, gets its
    /// real size.
    @Test func outputDeclaredEmpty() throws {
        var builder = ModelBuilder()
        let input = builder.tensor("in", .float32, [512])
        let output = builder.tensor("out", .float32, [0])
        builder.inputs = [input]
        builder.outputs = [output]
        builder.node(builtin: 0, inputs: [input, input], outputs: [output])
        let graph = try prepare(builder)
        #expect(graph.outputs[0].shape == [512])
        #expect(graph.arenaByteCount == 2 * 2048)
        let execution = Execution(graph)
        try execution.run()
        #expect(execution.bytes(graph.outputs[0]).count == 2048)
    }

    /// An output takes the memory of a tensor that no later node reads.
    @Test func outputsReuseMemory() throws {
        var builder = ModelBuilder()
        let tensors = (0..<4).map { builder.tensor("t\($0)", .float32, [512]) }
        builder.inputs = [tensors[0]]
        builder.outputs = [tensors[3]]
        for (from, to) in zip(tensors, tensors.dropFirst()) {
            builder.node(builtin: 0, inputs: [from, from], outputs: [to])
        }
        let graph = try prepare(builder)
        #expect(graph.arenaByteCount == 3 * 2048)
        let execution = Execution(graph)
        execution.bytes(graph.inputs[0]).copyBytes(
            from: [Float](repeating: 1.5, count: 512).withUnsafeBytes { Array($0) })
        for _ in 0..<2 {
            try execution.run()
            #expect(floats(execution, graph.inputs[0]).allSatisfy { $0 == 1.5 })
            #expect(floats(execution, graph.outputs[0]).allSatisfy { $0 == 12 })
        }
    }

    /// A tensor that only a signature names has its own memory.
    @Test func signatureTensorsAreKept() throws {
        var builder = ModelBuilder()
        let input = builder.tensor("in", .float32, [2])
        let loose = builder.tensor("loose", .float32, [4096])
        builder.inputs = [input]
        builder.outputs = [input]
        builder.signature("serve", inputs: [("x", loose)], outputs: [("y", input)])
        let graph = try prepare(builder)
        #expect(graph.arenaByteCount >= 4096 * 4)
        let execution = Execution(graph)
        #expect(execution.bytes(graph.tensors[loose]).allSatisfy { $0 == 0 })
    }

    @Test func inputShapes() throws {
        var builder = ModelBuilder()
        let input = builder.tensor("in", .float32, [2])
        let output = builder.tensor("out", .float32, [2])
        builder.inputs = [input]
        builder.outputs = [output]
        builder.node(builtin: 0, inputs: [input, input], outputs: [output])
        #expect(try prepare(builder, shapes: [0: [3, 5]]).outputs[0].shape == [3, 5])
        #expect(try prepare(builder, shapes: [0: [0, 5]]).outputs[0].shape == [0, 5])
        let error = #expect(throws: ModelError.self) {
            try prepare(builder, shapes: [0: [1 << 40]])
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func arenaLimit() throws {
        var builder = ModelBuilder()
        builder.inputs = (0..<5).map { builder.tensor("in\($0)", .uint8, [100]) }
        builder.outputs = builder.inputs
        var limits = ModelLimits()
        limits.arenaByteCount = 5 * 128 - 1
        let error = #expect(throws: ModelError.self) { try prepare(builder, limits: limits) }
        #expect(error?.code == .tooLarge)
        limits.arenaByteCount = 5 * 128
        _ = try prepare(builder, limits: limits)
    }

    /// Lists of integers that shape a graph have a limit, because any number of nodes may share a
    /// list.
    @Test func controlLimit() throws {
        var builder = ModelBuilder()
        let input = builder.tensor("in", .float32, [2])
        let extents = builder.constant("shape", [Int](repeating: 1, count: 5000))
        let output = builder.tensor("out", .float32, [2])
        builder.inputs = [input]
        builder.outputs = [output]
        builder.node(builtin: 22, inputs: [input, extents], outputs: [output])
        let error = #expect(throws: ModelError.self) { try prepare(builder) }
        #expect(error?.code == .tooLarge)
    }
}

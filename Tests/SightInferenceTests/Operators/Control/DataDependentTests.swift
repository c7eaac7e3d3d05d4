import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Small operators whose control data is known only during a run.
@Suite struct DataDependentTests {
    /// Runs one node with all inputs given while running.
    private func run<Result: BitwiseCopyable>(
        _ number: Int, _ inputs: [(type: ElementType, shape: [Int], bytes: [UInt8])],
        _ type: ElementType, _: Result.Type = Result.self
    ) throws -> (shape: Shape, elements: [Result]) {
        var builder = ModelBuilder()
        let tensors = inputs.map { builder.tensor("in", $0.type, $0.shape) }
        let output = builder.tensor("out", type, [1])
        builder.inputs = tensors
        builder.outputs = [output]
        builder.node(builtin: number, inputs: tensors, outputs: [output])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        for (spec, input) in zip(graph.inputs, inputs) {
            execution.bytes(spec).copyBytes(from: input.bytes)
        }
        try execution.run()
        let bytes = execution.bytes(execution.outputs[0])
        return (execution.outputs[0].shape, Array(bytes.bindMemory(to: Result.self)))
    }

    private func ints(_ values: [Int32], _ shape: [Int]? = nil)
        -> (type: ElementType, shape: [Int], bytes: [UInt8])
    {
        (.int32, shape ?? [values.count], values.withUnsafeBytes { Array($0) })
    }

    @Test func broadcastArgs() throws {
        let shape = try run(145, [ints([5, 1, 3]), ints([4, 1])], .int32, Int32.self)
        #expect(shape.elements == [5, 4, 3])
        let error = #expect(throws: ModelError.self) {
            try run(145, [ints([5, 2]), ints([4, 2])], .int32, Int32.self)
        }
        #expect(error?.code == .invalidNode)
    }

    @Test func dynamicUpdateSlice() throws {
        let whole = ints([0, 1, 2, 3, 4, 5, 6, 7, 8], [3, 3])
        let block = ints([-1, -2], [2, 1])
        let inside = try run(151, [whole, block, ints([1, 1])], .int32, Int32.self)
        #expect(inside.elements == [0, 1, 2, 3, -1, 5, 6, -2, 8])
        let moved = try run(151, [whole, block, ints([.max, .min])], .int32, Int32.self)
        #expect(moved.elements == [0, 1, 2, -1, 4, 5, -2, 7, 8])
    }

    @Test func embeddingLookup() throws {
        let table = ints([10, 11, 20, 21, 30, 31], [3, 2])
        let rows = try run(7, [ints([2, 0, 2]), table], .int32, Int32.self)
        #expect(rows.shape == [3, 2])
        #expect(rows.elements == [30, 31, 10, 11, 30, 31])
        let error = #expect(throws: ModelError.self) {
            try run(7, [ints([3]), table], .int32, Int32.self)
        }
        #expect(error?.code == .outOfRange)
    }

    @Test func segmentSum() throws {
        let data = ints([1, 2, 3, 4, 5, 6], [3, 2])
        let sums = try run(125, [data, ints([0, 0, 1])], .int32, Int32.self)
        #expect(sums.shape == [2, 2])
        #expect(sums.elements == [4, 6, 5, 6])
        for segments: [Int32] in [[0, 2, 2], [1, 1, 1], [0, -1, 0], [-1, 0, 0]] {
            let error = #expect(throws: ModelError.self) {
                try run(125, [data, ints(segments)], .int32, Int32.self)
            }
            #expect(error?.code == .invalidNode)
        }
    }

    @Test func bits() throws {
        let numbers = ints([-8, 5, .max, 1])
        let different = try run(160, [numbers, ints([3])], .int32, Int32.self)
        #expect(different.elements == [-5, 6, Int32.max ^ 3, 2])
        let moved = try run(161, [numbers, ints([1, 0, 40, -1])], .int32, Int32.self)
        #expect(moved.elements == [-4, 5, 0, 1])
    }

    /// A filter that is an input: packed again whenever it changes.
    @Test func computedFilter() throws {
        var builder = ModelBuilder()
        let x = builder.tensor("x", .float32, [1, 2])
        let filter = builder.tensor("filter", .float32, [1, 2])
        let y = builder.tensor("y", .float32, [1, 1])
        builder.inputs = [x, filter]
        builder.outputs = [y]
        builder.node(builtin: 9, inputs: [x, filter, nil], outputs: [y])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        for numbers: [Float] in [[1, 2], [3, 4], [3, 4], [1, 2]] {
            numbers.withUnsafeBytes {
                execution.bytes(graph.inputs[0]).copyMemory(from: $0)
                execution.bytes(graph.inputs[1]).copyMemory(from: $0)
            }
            try execution.run()
            let result = execution.bytes(execution.outputs[0]).load(as: Float.self)
            #expect(result == numbers[0] * numbers[0] + numbers[1] * numbers[1])
        }
    }
}

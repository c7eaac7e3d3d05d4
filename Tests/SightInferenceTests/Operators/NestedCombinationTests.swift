import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Operators whose nested graph combines two numbers.
///
/// LiteRT scatters only with StableHLO's own operators; converters also write others.
@Suite(.timeLimit(.minutes(10))) struct NestedCombinationTests {
    private static let extremes = [
        Int.min, .min + 1, -1, 0, 1, 3, 1 << 31, 1 << 62, .max - 1, .max,
    ]

    /// Ends the main graph, and adds one that combines two scalars, or returns the second one.
    private func addNestedGraph(_ combination: BuiltinOperator?, to builder: inout ModelBuilder) {
        builder.startNextGraph()
        let a = builder.tensor("a", .int32, [])
        let b = builder.tensor("b", .int32, [])
        (builder.inputs, builder.outputs) = ([a, b], [b])
        guard let combination else { return }
        let c = builder.tensor("c", .int32, [])
        builder.node(builtin: combination.number, inputs: [a, b], outputs: [c])
        builder.outputs = [c]
    }

    /// Prepares and runs a model whose inputs count up from 1.
    private func results(_ builder: ModelBuilder) throws -> [Int32] {
        let model = try ModelReader.read(ModelBytes(builder.build()))
        let graph = try model.prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        for input in graph.inputs {
            let bytes = execution.bytes(input)
            for index in 0..<bytes.count / 4 {
                bytes.storeBytes(of: Int32(index + 1), toByteOffset: 4 * index, as: Int32.self)
            }
        }
        try execution.run()
        return Array(execution.bytes(graph.outputs[0]).bindMemory(to: Int32.self))
    }

    private func code(_ builder: ModelBuilder) -> ModelError.Code? {
        do {
            _ = try results(builder)
            return nil
        } catch {
            return (error as? ModelError)?.code
        }
    }

    /// Scatters rows of three numbers into four rows.
    private func scatter(
        at places: [Int], _ combination: BuiltinOperator?, windowAxes: [Int] = [1],
        insertedAxes: [Int] = [0], indexedAxes: [Int] = [0], indexAxis: Int = 1
    ) -> ModelBuilder {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .int32, [4, 3])
        let bytes = places.flatMap { Int64($0).littleEndianBytes }
        let indices = builder.tensor("places", .int64, [places.count, 1], data: bytes)
        let updates = builder.tensor("updates", .int32, [places.count, 3])
        let output = builder.tensor("y", .int32, [4, 3])
        builder.node(
            builtin: BuiltinOperator.stablehloScatter.number, inputs: [input, indices, updates],
            outputs: [output],
            secondOptions: [
                1: .longs(windowAxes), 2: .longs(insertedAxes), 3: .longs(indexedAxes),
                4: .scalar(Int64(indexAxis).littleEndianBytes), 6: .int(1),
            ])
        (builder.inputs, builder.outputs) = ([input, updates], [output])
        addNestedGraph(combination, to: &builder)
        return builder
    }

    @Test(
        arguments: [
            (nil, [4, 5, 6, 4, 5, 6, 7, 8, 9, 1, 2, 3]),
            (.add, [5, 7, 9, 4, 5, 6, 7, 8, 9, 11, 13, 15]),
            (.maximum, [4, 5, 6, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
            (.minimum, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3]),
            (.mul, [4, 10, 18, 4, 5, 6, 7, 8, 9, 10, 22, 36]),
        ] as [(BuiltinOperator?, [Int32])])
    func rowsAreCombined(combination: BuiltinOperator?, expected: [Int32]) throws {
        #expect(try results(scatter(at: [3, 0], combination)) == expected)
    }

    /// Indices outside of the tensor, however far, leave it as it is.
    @Test(arguments: [-1, 4, Int.min, .max])
    func rowsOutsideAreLeftOut(place: Int) throws {
        #expect(try results(scatter(at: [place], .add)) == Array(1...12))
    }

    @Test func otherGraphsAreUnsupported() {
        #expect(code(scatter(at: [0], .sub)) == .unsupported)
    }

    @Test func wrongAxesAreErrors() {
        #expect(code(scatter(at: [0], nil, windowAxes: [0])) == .invalidNode)
        #expect(code(scatter(at: [0], nil, windowAxes: [1, 1])) == .invalidNode)
        #expect(code(scatter(at: [0], nil, insertedAxes: [2])) == .invalidNode)
        #expect(code(scatter(at: [0], nil, insertedAxes: [])) == .invalidNode)
        for axis in Self.extremes where axis != 0 && axis != 1 {
            #expect(code(scatter(at: [0], nil, windowAxes: [axis])) == .invalidNode)
            #expect(code(scatter(at: [0], nil, indexedAxes: [axis])) == .invalidNode)
            #expect(code(scatter(at: [0], nil, indexAxis: axis)) == .invalidNode)
        }
    }

    /// Reduces windows of two rows of three numbers.
    private func reduce(
        _ combination: BuiltinOperator?, initial: Int = 0, size: Int = 2, stride: Int = 1,
        inputDilation: Int = 1, dilation: Int = 1, low: Int = 0, high: Int = 0
    ) -> ModelBuilder {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .int32, [4, 3])
        let start = builder.constant("initial", [initial], shape: [])
        let output = builder.tensor("y", .int32, [3, 3])
        builder.node(
            builtin: BuiltinOperator.stablehloReduceWindow.number, inputs: [input, start],
            outputs: [output],
            secondOptions: [
                0: .longs([size, 1]), 1: .longs([stride, 1]), 2: .longs([inputDilation, 1]),
                3: .longs([dilation, 1]), 4: .longs([low, high, 0, 0]), 5: .int(1),
            ])
        (builder.inputs, builder.outputs) = ([input], [output])
        addNestedGraph(combination, to: &builder)
        return builder
    }

    @Test func windowsAreSummed() throws {
        #expect(try results(reduce(.add)) == [5, 7, 9, 11, 13, 15, 17, 19, 21])
        #expect(try results(reduce(.maximum, initial: 9, stride: 2)) == [9, 9, 9, 10, 11, 12])
    }

    /// The initial value would count once for each element of the padding.
    @Test func otherInitialValuesOfSumsAreUnsupported() {
        #expect(code(reduce(.add, initial: 1)) == .unsupported)
        #expect(code(reduce(.mul, initial: 0)) == .unsupported)
        #expect(code(reduce(nil)) == .unsupported)
        #expect(code(reduce(.add, inputDilation: 2)) == .unsupported)
    }

    @Test(arguments: extremes) func extremeWindowsDoNotOverflow(number: Int) {
        for other in Self.extremes {
            _ = code(reduce(.add, size: number, stride: other))
            _ = code(reduce(.add, size: number, dilation: other))
            _ = code(reduce(.add, stride: number, dilation: other))
            _ = code(reduce(.add, size: 1, dilation: number, low: other))
            _ = code(reduce(.add, size: number, low: other, high: 1))
            _ = code(reduce(.add, stride: other, low: number, high: number))
            _ = code(reduce(.add, size: 2, stride: 1 << 32, dilation: number, high: other))
        }
        #expect(code(reduce(.add, size: 0)) == .invalidNode)
    }
}

import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

@Suite(.timeLimit(.minutes(10))) struct StablehloGatherTests {
    /// Copies windows of two rows from a table of four rows with three numbers, which count from 1.
    private func gather(
        at places: [Int], sizes: [Int] = [2, 3], windowAxes: [Int] = [1, 2],
        omittedAxes: [Int] = [], indexedAxes: [Int] = [0], indexAxis: Int = 1
    ) -> ModelBuilder {
        var builder = ModelBuilder()
        let table = builder.tensor(
            "x", .int32, [4, 3], data: (1...12).flatMap { Int32($0).littleEndianBytes })
        let indices = builder.tensor("places", .int64, [places.count, 1])
        let output = builder.tensor("y", .int32, [places.count, 2, 3])
        builder.node(
            builtin: BuiltinOperator.stablehloGather.number, inputs: [table, indices],
            outputs: [output],
            secondOptions: [
                0: .longs(windowAxes), 1: .longs(omittedAxes), 2: .longs(indexedAxes),
                3: .scalar(Int64(indexAxis).littleEndianBytes), 4: .longs(sizes),
            ])
        (builder.inputs, builder.outputs) = ([indices], [output])
        return builder
    }

    private func results(_ builder: ModelBuilder, at places: [Int]) throws -> [Int32] {
        let model = try ModelReader.read(ModelBytes(builder.build()))
        let graph = try model.prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        let bytes = execution.bytes(graph.inputs[0])
        for (index, place) in places.enumerated() {
            bytes.storeBytes(of: Int64(place), toByteOffset: 8 * index, as: Int64.self)
        }
        try execution.run()
        return Array(execution.bytes(graph.outputs[0]).bindMemory(to: Int32.self))
    }

    private func code(_ builder: ModelBuilder) -> ModelError.Code? {
        do {
            _ = try results(builder, at: [0])
            return nil
        } catch {
            return (error as? ModelError)?.code
        }
    }

    /// A window that begins outside of the table, however far, is moved into it.
    @Test(
        arguments: [
            (1, 4), (0, 1), (2, 7), (3, 7), (4, 7), (.max, 7), (-1, 1), (.min, 1),
        ] as [(Int, Int32)])
    func windowsAreMoved(place: Int, first: Int32) throws {
        let rows = try results(gather(at: [place, 0]), at: [place, 0])
        #expect(rows == Array(first...first + 5) + Array(1...6))
    }

    /// Columns of the table that begin at the second number, with axes in another order.
    @Test func windowsMayBeColumns() throws {
        let builder = gather(
            at: [1], sizes: [4, 1], windowAxes: [0], omittedAxes: [1], indexedAxes: [1])
        #expect(try results(builder, at: [1]) == [2, 5, 8, 11])
    }

    @Test func emptyWindowsAreCopied() throws {
        #expect(try results(gather(at: [1], sizes: [0, 3]), at: [1]) == [])
    }

    @Test func wrongAxesAreErrors() {
        #expect(code(gather(at: [0])) == nil)
        #expect(code(gather(at: [0], sizes: [2])) == .invalidNode)
        #expect(code(gather(at: [0], windowAxes: [1, 1])) == .invalidNode)
        #expect(code(gather(at: [0], windowAxes: [0, 1, 2])) == .invalidNode)
        #expect(code(gather(at: [0], windowAxes: [1], omittedAxes: [0])) == .invalidNode)
        #expect(code(gather(at: [0], indexedAxes: [0, 1])) == .invalidNode)
        for number in [Int.min, -1, 4, 1 << 31, .max] {
            #expect(
                code(gather(at: [0], sizes: [number, 3])) == (number == 4 ? nil : .invalidNode))
            #expect(code(gather(at: [0], windowAxes: [1, number])) == .invalidNode)
            #expect(code(gather(at: [0], omittedAxes: [number])) == .invalidNode)
            #expect(code(gather(at: [0], indexedAxes: [number])) == .invalidNode)
            #expect(code(gather(at: [0], indexAxis: number)) == .invalidNode)
        }
    }
}

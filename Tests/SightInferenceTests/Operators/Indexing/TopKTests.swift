import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// The order of the best elements, and the time of inputs that make each element a new best.
@Suite struct TopKTests {
    private func best(_ count: Int, of rows: [[Float]]) throws -> (values: [Float], places: [Int32])
    {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, [rows.count, rows[0].count])
        let k = builder.constant("k", [count], shape: [])
        let values = builder.tensor("values", .float32, [rows.count, count])
        let places = builder.tensor("places", .int32, [rows.count, count])
        (builder.inputs, builder.outputs) = ([input], [values, places])
        builder.node(
            builtin: BuiltinOperator.topkV2.number, inputs: [input, k], outputs: [values, places])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        rows.flatMap(\.self).withUnsafeBytes {
            execution.bytes(graph.inputs[0]).copyMemory(from: $0)
        }
        try execution.run()
        return (
            Array(execution.bytes(graph.outputs[0]).bindMemory(to: Float.self)),
            Array(execution.bytes(graph.outputs[1]).bindMemory(to: Int32.self))
        )
    }

    /// Random rows with many ties give the first elements of a stable sort.
    @Test(arguments: [1, 2, 3, 7, 16, 40])
    func tiesKeepTheLowerIndex(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let rows = (0..<20).map { _ in
            (0..<40).map { _ in Float(Int.random(in: -4...4, using: &generator)) }
        }
        let found = try best(count, of: rows)
        for (row, elements) in rows.enumerated() {
            let sorted = elements.indices.sorted {
                elements[$0] == elements[$1] ? $0 < $1 : elements[$0] > elements[$1]
            }
            let places = found.places[row * count..<(row + 1) * count]
            #expect(places.map { Int($0) } == Array(sorted.prefix(count)))
            #expect(
                Array(found.values[row * count..<(row + 1) * count])
                    == sorted.prefix(count).map { elements[$0] })
        }
    }

    @Test func notANumberComesLast() throws {
        #expect(try best(3, of: [[.nan, 1, .nan, 2]]).places == [3, 1, 0])
    }

    /// In ascending order, each element is better than all before it.
    @Test(.timeLimit(.minutes(5))) func ascendingElementsTakeNoLonger() throws {
        let count = 1 << 20
        let found = try best(count, of: [(0..<count).map { Float($0) }])
        #expect(found.places.first == Int32(count - 1) && found.places.last == 0)
    }
}

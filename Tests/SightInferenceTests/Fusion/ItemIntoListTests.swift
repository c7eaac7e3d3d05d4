import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// The assignment to a place of a list has the results of its SLICEs and its CONCATENATION.
@Suite struct ItemIntoListTests {
    /// The nodes that a converter writes for `list[place] = item`, with a list of five rows.
    private struct Assignment {
        var builder = ModelBuilder()
        private let list: Int
        private let place: Int
        private let item: Int
        private let slices: [Int]
        private let result: Int

        init(
            _ type: ElementType = .float32, one: Int = 1, zero: Int = 0, all: Int = -1,
            itemRows: Int = 1, scale: Float = 0.5
        ) {
            let quantization = type == .int8 ? Quantization(scale: 0.5, zeroPoint: 3) : nil
            let itemQuantization = type == .int8 ? Quantization(scale: scale, zeroPoint: 3) : nil
            list = builder.tensor("list", type, [5, 2, 3], quantization: quantization)
            place = builder.tensor("place", .int32, [])
            item = builder.tensor(
                "item", type, [itemRows, 2, 3], quantization: itemQuantization)
            builder.inputs = [list, place, item]
            let next = builder.tensor("next", .int32, [])
            builder.node(
                builtin: BuiltinOperator.add.number,
                inputs: [place, builder.constant("one", [one], shape: [])], outputs: [next],
                optionsType: 11)
            let size = Self.numbers(place, [all, all], &builder)
            let begin = Self.numbers(next, [zero, 0], &builder)
            let before = builder.tensor("before", type, [1, 1, 1], quantization: quantization)
            let after = builder.tensor("after", type, [1, 1, 1], quantization: quantization)
            slices = [before, after]
            builder.node(
                builtin: BuiltinOperator.slice.number,
                inputs: [list, builder.constant("start", [0, 0, 0]), size], outputs: [before])
            builder.node(
                builtin: BuiltinOperator.slice.number,
                inputs: [list, begin, builder.constant("rest", [-1, -1, -1])], outputs: [after])
            result = builder.tensor("result", type, [5, 2, 3], quantization: quantization)
            builder.node(
                builtin: BuiltinOperator.concatenation.number, inputs: [before, item, after],
                outputs: [result], optionsType: 10, options: [0: .int(0)])
            builder.outputs = [result]
        }

        /// Adds the nodes that join a number and others.
        private static func numbers(
            _ first: Int, _ others: [Int], _ builder: inout ModelBuilder
        ) -> Int {
            let row = builder.tensor("row", .int32, [1])
            builder.node(
                builtin: BuiltinOperator.reshape.number,
                inputs: [first, builder.constant("shape", [1])], outputs: [row])
            let joined = builder.tensor("joined", .int32, [3])
            builder.node(
                builtin: BuiltinOperator.concatenation.number,
                inputs: [row, builder.constant("others", others)], outputs: [joined],
                optionsType: 10, options: [0: .int(0)])
            return joined
        }

        /// Prepares the graph; if `showsAll` is true, the slices are outputs.
        func prepared(showsAll: Bool = false) throws -> PreparedGraph {
            var builder = builder
            if showsAll { builder.outputs += slices }
            return try ModelReader.read(ModelBytes(builder.build())).prepare(
                pool: WorkerPool(threadCount: 1))
        }

        /// Runs the graph for a place and returns the result.
        func run(_ execution: Execution, at place: Int32) throws -> [UInt8] {
            let graph = execution.graph
            for (input, step) in [(0, 7), (2, 11)] {
                let bytes = execution.bytes(graph.inputs[input])
                for index in bytes.indices where index % 4 != 3 {
                    bytes[index] = UInt8(truncatingIfNeeded: step * (index + 1))
                }
            }
            execution.bytes(graph.inputs[1]).storeBytes(of: place, as: Int32.self)
            try execution.run()
            return Array(execution.bytes(execution.outputs[0]))
        }

        /// Checks the results for all places, and whether the slices are fused.
        func expect(isFused: Bool) throws {
            let (fused, separate) = (try prepared(), try prepared(showsAll: true))
            let outcomes = fused.fusions.filter { $0.rule == .itemIntoList }
            #expect(outcomes.count == 2 && outcomes.allSatisfy { $0.host == 7 })
            #expect(outcomes.allSatisfy { ($0.refusal == nil) == isFused })
            #expect(separate.fusions.allSatisfy { $0.rule != .itemIntoList })
            let (execution, other) = (Execution(fused), Execution(separate))
            for place: Int32 in [0, 2, 4, 1] {
                let expected = try run(other, at: place)
                #expect(try run(execution, at: place) == expected)
                #expect(execution.outputs[0].shape == other.outputs[0].shape)
            }
        }
    }

    @Test(arguments: [ElementType.float32, .int8, .int64])
    func isFused(type: ElementType) throws {
        try Assignment(type).expect(isFused: true)
    }

    /// An assignment replaces one row of the list by all rows of the item, which are two or none here.
    @Test(arguments: [0, 2]) func itemsOfSeveralRows(rows: Int) throws {
        try Assignment(itemRows: rows).expect(isFused: true)
    }

    /// Other slices are no assignment, and the CONCATENATION scales bytes of another scale.
    @Test func refusals() throws {
        try Assignment(one: 0).expect(isFused: false)
        try Assignment(.int8, scale: 0.25).expect(isFused: false)
        for assignment in [Assignment(zero: 1), Assignment(all: 2)] {
            #expect(try assignment.prepared().fusions.allSatisfy { $0.refusal != nil })
        }
    }

    /// A place outside of the list ends the run, and the next run is right.
    @Test(arguments: [-1, 5] as [Int32]) func placesOutside(place: Int32) throws {
        let assignment = Assignment()
        let execution = Execution(try assignment.prepared())
        let error = #expect(throws: ModelError.self) {
            _ = try assignment.run(execution, at: place)
        }
        #expect(error?.code == .outOfRange)
        #expect(error?.message.contains("\(place)") == true)
        let expected = try assignment.run(Execution(assignment.prepared(showsAll: true)), at: 3)
        #expect(try assignment.run(execution, at: 3) == expected)
    }
}

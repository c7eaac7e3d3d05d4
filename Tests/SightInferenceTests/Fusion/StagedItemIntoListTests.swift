import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Assignments to a place of a list whose numbers and items become known in several steps.
@Suite struct StagedItemIntoListTests {
    /// A constant that a RESHAPE copies after the first SLICE is prepared.
    enum LateConstant: CaseIterable { case one, rest }

    /// The graph of `list[place + 1] = 1 · item` with five rows of four numbers.
    private struct Assignment {
        private var builder = ModelBuilder()

        /// If `isStaged` is true, an input has the shape of the item.
        init(late: LateConstant? = nil, isStaged: Bool = false) {
            let list = builder.tensor("list", .int32, [5, 4])
            let item = builder.tensor("item", .int32, [4])
            let given = builder.tensor("given", .int32, [1])
            let shape = builder.tensor("shape", .int32, [2])
            builder.inputs = [list, item, given, shape]
            let place = binary(.add, given, 1, "place", 1)
            let before = builder.tensor("before", .int32, [1, 4])
            let size = joined([place, builder.constant("all", [-1])], "size", [2])
            builder.node(
                builtin: BuiltinOperator.slice.number,
                inputs: [list, builder.constant("start", [0, 0]), size], outputs: [before])
            let one = constant("one", [1], isLate: late == .one)
            let next = builder.tensor("next", .int32, [1])
            builder.node(
                builtin: BuiltinOperator.add.number, inputs: [place, one], outputs: [next],
                optionsType: 11)
            let begin = joined([next, builder.constant("zero", [0])], "begin", [2])
            let rest = constant("rest", [-1, -1], isLate: late == .rest)
            let after = builder.tensor("after", .int32, [1, 4])
            builder.node(
                builtin: BuiltinOperator.slice.number, inputs: [list, begin, rest],
                outputs: [after])
            // Their outputs may get the memory of the place.
            let product = binary(.mul, item, 1, "product", 4)
            let sum = binary(.add, binary(.mul, product, 1, "other", 4), 0, "sum", 4)
            let row = builder.tensor("row", .int32, [1, 4])
            builder.node(
                builtin: BuiltinOperator.reshape.number,
                inputs: [sum, isStaged ? shape : builder.constant("extents", [1, 4])],
                outputs: [row])
            builder.outputs = [joined([before, row, after], "result", [5, 4])]
        }

        private mutating func constant(_ name: String, _ values: [Int], isLate: Bool) -> Int {
            let known = builder.constant(name, values)
            guard isLate else { return known }
            let copy = builder.tensor("copy", .int32, [values.count])
            builder.node(
                builtin: BuiltinOperator.reshape.number,
                inputs: [known, builder.constant("count", [values.count])], outputs: [copy])
            return copy
        }

        private mutating func binary(
            _ code: BuiltinOperator, _ tensor: Int, _ number: Int, _ name: String, _ count: Int
        ) -> Int {
            let output = builder.tensor(name, .int32, [count])
            let operand = builder.constant("\(name) operand", [number], shape: [])
            builder.node(
                builtin: code.number, inputs: [tensor, operand], outputs: [output],
                optionsType: code == .add ? 11 : 21)
            return output
        }

        private mutating func joined(_ parts: [Int], _ name: String, _ shape: [Int]) -> Int {
            let output = builder.tensor(name, .int32, shape)
            builder.node(
                builtin: BuiltinOperator.concatenation.number, inputs: parts, outputs: [output],
                optionsType: 10, options: [0: .int(0)])
            return output
        }

        /// Assigns four times the number 99 to place 2 of a list of the numbers 0 to 19.
        func run() throws -> [Int32] {
            let graph = try ModelReader.read(ModelBytes(builder.build())).prepare(
                pool: WorkerPool(threadCount: 1))
            let execution = Execution(graph)
            let values: [[Int32]] = [Array(0..<20), [99, 99, 99, 99], [1], [1, 4]]
            for (input, numbers) in zip(graph.inputs, values) {
                execution.bytes(input).copyBytes(from: numbers.flatMap(\.littleEndianBytes))
            }
            try execution.run()
            #expect(execution.outputs[0].shape == Shape([5, 4]))
            return Array(execution.bytes(execution.outputs[0]).bindMemory(to: Int32.self))
        }
    }

    private static let expected: [Int32] = Array(0..<8) + [99, 99, 99, 99] + Array(12..<20)

    /// The first SLICE is prepared before a constant is known, so neither is left out.
    @Test(arguments: LateConstant.allCases) func lateConstants(late: LateConstant) throws {
        #expect(try Assignment(late: late).run() == Self.expected)
    }

    /// The place stays in memory until the later stage that assigns the item.
    @Test(arguments: [false, true]) func itemsOfLaterStages(isStaged: Bool) throws {
        #expect(try Assignment(isStaged: isStaged).run() == Self.expected)
    }
}

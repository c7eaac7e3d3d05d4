import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// The numbers of RANGE, which are a constant of the model.
@Suite struct RangeTests {
    /// Runs a model with one RANGE node and returns the output.
    ///
    /// `makeEdges` adds the constants of the start, the limit and the step to the model, and returns
    /// the indices of their tensors.
    private func range<Element: BitwiseCopyable>(
        _ type: ElementType, of _: Element.Type, _ makeEdges: (inout ModelBuilder) -> [Int]
    ) throws -> [Element] {
        var builder = ModelBuilder()
        let edges = makeEdges(&builder)
        let output = builder.tensor("y", type, [1])
        builder.outputs = [output]
        builder.node(builtin: BuiltinOperator.range.number, inputs: edges, outputs: [output])
        let model = try ModelReader.read(ModelBytes(builder.build()))
        let execution = Execution(try model.prepare(pool: WorkerPool(threadCount: 1)))
        try execution.run()
        return Array(execution.bytes(execution.outputs[0]).bindMemory(to: Element.self))
    }

    @Test(arguments: [
        (0, 5, 1), (0, 5, 2), (0, 6, 2), (-3, 4, 3), (5, 0, -1), (5, 0, -2), (6, 0, -2),
        (0, 0, 1), (0, 5, -1), (5, 0, 1), (Int(Int32.max) - 2, Int(Int32.max), 1),
    ])
    func integersEndBeforeTheLimit(start: Int, limit: Int, step: Int) throws {
        let expected = Array(stride(from: start, to: limit, by: step))
        let narrow = try range(.int32, of: Int32.self) { builder in
            [start, limit, step].enumerated().map {
                builder.constant("\($0.offset)", [$0.element], shape: [])
            }
        }
        #expect(narrow.map(Int.init) == expected)
        let wide = try range(.int64, of: Int64.self) { builder in
            [start, limit, step].enumerated().map {
                builder.tensor("\($0.offset)", .int64, [], data: $0.element.littleEndianBytes)
            }
        }
        #expect(wide.map(Int.init) == expected)
    }

    /// Each float is the rounded sum of the one before and the step.
    @Test func floatsAreSums() throws {
        let numbers = try range(.float32, of: Float.self) { builder in
            [Float(0), 1, 0.1].enumerated().map {
                builder.constant("\($0.offset)", [$0.element], shape: [])
            }
        }
        var expected: [Float] = [0]
        while expected.count < 10 { expected.append(expected[expected.count - 1] + 0.1) }
        #expect(numbers == expected)
    }

    @Test(arguments: [(1, 1, 0), (0, (1 << 24) + 1, 1)])
    func otherIntegersAreRefused(start: Int, limit: Int, step: Int) throws {
        let error = #expect(throws: ModelError.self) {
            try range(.int32, of: Int32.self) { builder in
                [start, limit, step].enumerated().map {
                    builder.constant("\($0.offset)", [$0.element], shape: [])
                }
            }
        }
        #expect(error?.code == .invalidNode)
    }

    @Test(arguments: [(1, 1, 0), (0, .nan, 1), (0, .infinity, 1), (0, 0x1p24, 1), (0, 3e38, 1e-3)])
    func otherFloatsAreRefused(start: Float, limit: Float, step: Float) throws {
        let error = #expect(throws: ModelError.self) {
            try range(.float32, of: Float.self) { builder in
                [start, limit, step].enumerated().map {
                    builder.constant("\($0.offset)", [$0.element], shape: [])
                }
            }
        }
        #expect(error?.code == .invalidNode)
    }
}

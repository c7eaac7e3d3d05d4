import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// The fused LOGISTIC gives the same results as the LOGISTIC and the MUL one after the other.
@Suite struct ProductIntoLogisticTests {
    /// A LOGISTIC of the input and a MUL of both.
    private struct Pair {
        var builder = ModelBuilder()
        let input: Int
        let share: Int
        let product: Int

        init(
            _ type: ElementType, shape: [Int] = [3, 100], isFirst: Bool = true, activation: Int = 0
        ) {
            let scale = type == .int16 ? Float(0x1p-12) : 0.043
            let quantization = { (scale: Float, zeroPoint: Int) in
                type == .float32 ? nil : Quantization(scale: scale, zeroPoint: zeroPoint)
            }
            let middle = type == .uint8 ? 117 : type == .int8 ? -9 : 0
            input = builder.tensor("input", type, shape, quantization: quantization(scale, middle))
            share = builder.tensor(
                "share", type, shape,
                quantization: quantization(
                    type == .int16 ? 0x1p-15 : 0x1p-8, type == .int8 ? -128 : 0))
            product = builder.tensor(
                "product", type, shape, quantization: quantization(scale / 2, middle))
            builder.inputs = [input]
            builder.outputs = [product]
            builder.node(
                builtin: BuiltinOperator.logistic.number, inputs: [input], outputs: [share])
            builder.node(
                builtin: BuiltinOperator.mul.number,
                inputs: isFirst ? [input, share] : [share, input], outputs: [product],
                optionsType: 21, options: [0: .byte(activation)])
        }

        /// Prepares the graph; if `showsAll` is true, all tensors are outputs.
        func prepared(showsAll: Bool = false, threads: Int = 1) throws -> PreparedGraph {
            var builder = builder
            if showsAll { builder.outputs.append(share) }
            return try ModelReader.read(ModelBytes(builder.build()))
                .prepare(pool: WorkerPool(threadCount: threads))
        }

        /// Runs the graph for various numbers and returns its result.
        func run(_ graph: PreparedGraph) throws -> [UInt8] {
            let execution = Execution(graph)
            let input = execution.bytes(graph.inputs[0])
            if graph.inputs[0].elementType == .float32 {
                let numbers = input.bindMemory(to: Float.self)
                for index in numbers.indices { numbers[index] = Float(index - 150) / 11 }
            } else {
                for index in input.indices { input[index] = UInt8(truncatingIfNeeded: 7 * index) }
            }
            try execution.run()
            return Array(execution.bytes(graph.outputs[0]))
        }

        /// Checks the result, and whether the MUL is fused.
        func expect(isFused: Bool) throws {
            let expected = try run(prepared(showsAll: true))
            for threads in 1...2 {
                let graph = try prepared(threads: threads)
                let outcome = try #require(
                    graph.fusions.first { $0.rule == .productIntoLogistic })
                #expect(outcome.node == 1 && outcome.host == 0)
                #expect((outcome.refusal == nil) == isFused)
                #expect(try run(graph) == expected)
            }
        }
    }

    @Test(arguments: [ElementType.float32, .int8, .uint8], [true, false])
    func isFused(type: ElementType, isFirst: Bool) throws {
        try Pair(type, isFirst: isFirst).expect(isFused: true)
    }

    /// The preparation makes no table for int16, nor for a tensor with fewer elements than a table.
    @Test func refusedByTypeOrShape() throws {
        try Pair(.int16).expect(isFused: false)
        try Pair(.int8, shape: [255]).expect(isFused: false)
    }

    @Test func refusedForActivation() throws {
        try Pair(.float32, activation: 1).expect(isFused: false)
    }

    /// The plan does not fuse the MUL if callers can see the output of the LOGISTIC.
    @Test func refusedForReaders() throws {
        let graph = try Pair(.float32).prepared(showsAll: true)
        #expect(
            graph.fusions.map(\.refusal) == [
                "the LOGISTIC's output has several readers or is visible"
            ])
    }

    /// The plan does not list a MUL whose factors are no tensor and its LOGISTIC.
    @Test func otherFactors() throws {
        var pair = Pair(.float32)
        let other = pair.builder.tensor("other", .float32, [3, 100])
        let result = pair.builder.tensor("result", .float32, [3, 100])
        pair.builder.inputs.append(other)
        pair.builder.outputs = [result]
        pair.builder.node(
            builtin: BuiltinOperator.mul.number, inputs: [pair.product, other], outputs: [result])
        #expect(try pair.prepared().fusions.count == 1)
    }
}

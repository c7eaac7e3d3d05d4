import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// A table for all functions between a DEQUANTIZE and a QUANTIZE has the results of the separate
/// nodes.
@Suite struct FunctionsIntoTableTests {
    /// A DEQUANTIZE, functions of floats and a QUANTIZE.
    private struct Chain {
        var builder = ModelBuilder()
        /// The tensors after the input, in the order of their nodes.
        private(set) var tensors: [Int] = []
        private let from: Int
        private let shape: [Int]

        init(_ type: ElementType, _ quantization: Quantization? = nil, shape: [Int] = [2, 128]) {
            self.shape = shape
            from = builder.tensor(
                "input", type, shape,
                quantization: quantization
                    ?? Quantization(scale: 0.043, zeroPoint: type == .uint8 ? 117 : -9))
            builder.inputs = [from]
            add(.dequantize)
        }

        mutating func add(
            _ code: BuiltinOperator, constant: Float? = nil, isFirst: Bool = false,
            shape: [Int] = []
        ) {
            var inputs = [tensors.last ?? from]
            if let constant {
                let number = builder.constant("number", [constant], shape: shape)
                inputs.insert(number, at: isFirst ? 0 : 1)
            }
            tensors.append(builder.tensor("t\(tensors.count)", .float32, self.shape))
            builder.node(
                builtin: code.number, inputs: inputs, outputs: [tensors[tensors.count - 1]],
                optionsType: 11)
        }

        mutating func quantize(_ type: ElementType = .int8) {
            let result = builder.tensor(
                "result", type, shape, quantization: Quantization(scale: 0.021, zeroPoint: 3))
            builder.node(
                builtin: BuiltinOperator.quantize.number, inputs: [tensors.last ?? from],
                outputs: [result])
            tensors.append(result)
            builder.outputs = [result]
        }

        /// Prepares the graph; if `showsAll` is true, all tensors are outputs.
        func prepared(showsAll: Bool = false, threads: Int = 1) throws -> PreparedGraph {
            var builder = builder
            if showsAll { builder.outputs = tensors.reversed() }
            return try ModelReader.read(ModelBytes(builder.build()))
                .prepare(pool: WorkerPool(threadCount: threads))
        }

        /// Runs the graph for all bytes and returns its result.
        func run(_ graph: PreparedGraph) throws -> [UInt8] {
            let execution = Execution(graph)
            let input = execution.bytes(graph.inputs[0])
            for index in input.indices { input[index] = UInt8(truncatingIfNeeded: index) }
            try execution.run()
            return Array(execution.bytes(graph.outputs[0]))
        }

        /// Checks that the nodes become a table with the results of the separate nodes.
        func expectTable() throws {
            let expected = try run(prepared(showsAll: true))
            for threads in 1...2 {
                let graph = try prepared(threads: threads)
                #expect(graph.fusions.count == tensors.count - 1)
                #expect(graph.fusions.allSatisfy { $0.rule == .functionsIntoTable })
                #expect(graph.fusions.allSatisfy { $0.host == 0 && $0.refusal == nil })
                #expect(try run(graph) == expected)
            }
        }

        /// Checks that no node is fused, and that the result is that of the separate nodes.
        func expectNone() throws {
            let graph = try prepared()
            let fused = graph.fusions.filter { $0.rule == .functionsIntoTable }
            #expect(fused.allSatisfy { $0.refusal != nil })
            #expect(try run(graph) == run(prepared(showsAll: true)))
        }
    }

    static let functions: [BuiltinOperator] = [
        .abs, .ceil, .cos, .elu, .exp, .floor, .gelu, .hardSwish, .leakyRelu, .log, .logistic, .neg,
        .relu, .relu0To1, .relu6, .reluN1To1, .round, .rsqrt, .sign, .sin, .sqrt, .square, .tanh,
    ]

    @Test(arguments: functions) func oneFunction(code: BuiltinOperator) throws {
        for (from, to) in [(ElementType.int8, ElementType.int8), (.uint8, .int8), (.int8, .uint8)] {
            var chain = Chain(from)
            chain.add(code)
            chain.quantize(to)
            try chain.expectTable()
        }
    }

    @Test(arguments: [
        BuiltinOperator.add, .div, .maximum, .minimum, .mul, .pow, .squaredDifference, .sub,
    ])
    func functionsWithANumber(code: BuiltinOperator) throws {
        for isFirst in [false, true] {
            for shape in [[], [1]] {
                var chain = Chain(.int8)
                chain.add(code, constant: 0.7, isFirst: isFirst, shape: shape)
                chain.quantize()
                try chain.expectTable()
            }
        }
    }

    @Test func severalFunctions() throws {
        var chain = Chain(.int8, shape: [3, 5, 17, 9])
        chain.add(.mul, constant: 1.7)
        chain.add(.relu)
        chain.add(.sin)
        chain.add(.sub, constant: 0.2, isFirst: true)
        chain.add(.neg)
        chain.quantize(.uint8)
        try chain.expectTable()
    }

    /// A DEQUANTIZE and a QUANTIZE alone.
    @Test func noFunction() throws {
        var chain = Chain(.uint8)
        chain.quantize()
        try chain.expectTable()
    }

    // MARK: Nodes that stay

    @Test func visibleTensorsStay() throws {
        var chain = Chain(.int8)
        chain.add(.sin)
        chain.quantize()
        for tensor in chain.tensors.dropLast() {
            var shown = chain
            shown.builder.outputs.append(tensor)
            try shown.expectNone()
        }
    }

    @Test func tensorsWithTwoReadersStay() throws {
        var chain = Chain(.int8)
        chain.add(.sin)
        chain.quantize()
        for tensor in chain.tensors.dropLast() {
            var shared = chain
            let other = shared.builder.tensor("other", .float32, [2, 128])
            shared.builder.node(
                builtin: BuiltinOperator.abs.number, inputs: [tensor], outputs: [other])
            shared.builder.outputs.append(other)
            try shared.expectNone()
        }
    }

    @Test func otherTypesStay() throws {
        var wide = Chain(.int16, Quantization(scale: 0.01, zeroPoint: 0))
        wide.add(.sin)
        wide.quantize()
        try wide.expectNone()
        var widened = Chain(.int8)
        widened.add(.sin)
        widened.quantize(.int16)
        try widened.expectNone()
    }

    @Test func scalesOfChannelsStay() throws {
        let scales = try #require(
            Quantization(scales: [0.05, 0.03], zeroPoints: [0, 0], axis: 0))
        var chain = Chain(.int8, scales)
        chain.add(.sin)
        chain.quantize()
        try chain.expectNone()
        #expect(try chain.prepared().fusions.allSatisfy { $0.refusal?.contains("scales") ?? false })
    }

    /// A table would take longer to make than the nodes take to run.
    @Test func smallTensorsStay() throws {
        var chain = Chain(.int8, shape: [5, 51])
        chain.add(.sin)
        chain.quantize()
        try chain.expectNone()
    }

    /// A number of a higher rank gives the result more axes.
    @Test func numbersThatChangeTheShapeStay() throws {
        var chain = Chain(.int8)
        chain.add(.mul, constant: 2, shape: [1, 1, 1])
        chain.quantize()
        try chain.expectNone()
        #expect(try chain.prepared().outputs[0].shape == [1, 2, 128])
    }

    /// A function of rows is not one of elements.
    @Test func otherFunctionsStay() throws {
        var chain = Chain(.int8)
        chain.add(.logSoftmax)
        chain.quantize()
        try chain.expectNone()
    }
}

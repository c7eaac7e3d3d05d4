import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Fused layers agree to the bit with separate nodes.
///
/// A tensor that callers can see is never fused away, so each graph is compared with the same graph
/// whose tensors are all outputs.
@Suite struct FusionTests {
    /// The numbers of the built-in operators in these graphs, from TensorFlow Lite's schema.
    enum Code {
        static let add = 0, convolution = 3, depthwise = 4, maxPool = 17, relu = 19, relu6 = 21
        static let pad = 34
    }

    /// A graph under construction, and the tensors between its nodes; tensor 0 is its input.
    private struct Case {
        var builder = ModelBuilder()
        var between: [Int] = []
        let type: ElementType
        let quantization: Quantization?

        init(_ type: ElementType, input shape: [Int]) {
            self.type = type
            quantization = type == .float32 ? nil : Quantization(scale: 0.5, zeroPoint: 3)
            builder.inputs = [builder.tensor("input", type, shape, quantization: quantization)]
        }

        mutating func tensor(_ name: String, quantization: Quantization? = nil) -> Int {
            between.append(
                builder.tensor(name, type, [1], quantization: quantization ?? self.quantization))
            return between[between.count - 1]
        }

        mutating func pad(_ input: Int, _ numbers: [Int32]) -> Int {
            let bytes = numbers.flatMap { UInt32(bitPattern: $0).littleEndianBytes }
            let paddings = builder.tensor("paddings", .int32, [4, 2], data: bytes)
            let output = tensor("padded")
            builder.node(builtin: Code.pad, inputs: [input, paddings], outputs: [output])
            return output
        }

        /// A MAX_POOL_2D without padding, with windows of 3 × 2.
        ///
        /// Bytes get another zero point, which must not take the place of the border's.
        mutating func pool(_ input: Int, stride: Int, activation: Int) -> Int {
            let other = quantization.map { _ in Quantization(scale: 0.5, zeroPoint: 60) }
            let output = tensor("pool", quantization: other)
            builder.node(
                builtin: Code.maxPool, inputs: [input], outputs: [output], optionsType: 5,
                options: [
                    0: .byte(1), 1: .int(stride), 2: .int(stride), 3: .int(2), 4: .int(3),
                    5: .byte(activation),
                ])
            return output
        }

        /// A CONV_2D, or a DEPTHWISE_CONV_2D where `filter` begins with 1, without padding.
        ///
        /// Four of five weights of a sparse filter are zero.
        mutating func layer(
            _ input: Int, _ filter: [Int], stride: Int = 1, isSparse: Bool = false
        ) -> Int {
            let count = filter.reduce(1, *)
            let values = (0..<count).map { isSparse && $0 % 5 > 0 ? 0 : $0 * 7 % 19 - 9 }
            let scale = quantization.map { _ in
                Quantization(scale: 0.5, zeroPoint: type == .int8 ? 0 : 120)
            }
            let weights = builder.tensor(
                "filter", type, filter, quantization: scale,
                data: type == .float32
                    ? values.map { Float($0) / 7 }.littleEndianBytes
                    : values.map { UInt8(truncatingIfNeeded: $0) })
            let isDepthwise = filter[0] == 1
            let wide = type == .float32 ? nil : Quantization(scale: 4, zeroPoint: 5)
            let output = tensor("layer", quantization: wide)
            builder.node(
                builtin: isDepthwise ? Code.depthwise : Code.convolution,
                inputs: [input, weights], outputs: [output],
                optionsType: isDepthwise ? 2 : 1,
                options: [
                    0: .byte(1), 1: .int(stride), 2: .int(stride),
                    3: isDepthwise ? .int(1) : .byte(0),
                ])
            return output
        }

        /// A TRANSPOSE_CONV of floats to `shape` with 3 × 3 cells and stride 2, or for shapes of
        /// rank 5 a CONV_3D_TRANSPOSE of 3 × 3 × 3 cells; the input has `depth` channels.
        mutating func transposed(_ input: Int, depth: Int, to shape: [Int]) -> Int {
            let isVolume = shape.count == 5
            let channels = shape[shape.count - 1]
            let filter = isVolume ? [3, 3, 3, channels, depth] : [channels, 3, 3, depth]
            let values = (0..<filter.reduce(1, *)).map { Float($0 * 7 % 19 - 9) / 7 }
            let weights = builder.constant("filter", values, shape: filter)
            let output = tensor("layer")
            let code = isVolume ? BuiltinOperator.conv3DTranspose : .transposeConv
            builder.node(
                builtin: code.number, inputs: [builder.constant("shape", shape), weights, input],
                outputs: [output],
                options: [0: .byte(0), 1: .int(2), 2: .int(2), 3: isVolume ? .int(2) : .byte(0)])
            return output
        }

        /// A CONV_3D of floats with a filter `[d, h, w, C, K]` and stride 1.
        mutating func volume(_ input: Int, _ filter: [Int]) -> Int {
            let values = (0..<filter.reduce(1, *)).map { Float($0 * 5 % 17 - 8) / 6 }
            let weights = builder.constant("filter", values, shape: filter)
            let output = tensor("layer")
            builder.node(
                builtin: BuiltinOperator.conv3D.number, inputs: [input, weights],
                outputs: [output], options: [0: .byte(0), 1: .int(1), 2: .int(1), 3: .int(1)])
            return output
        }

        /// Prepares the graph with its last tensor as the only output.
        func prepare() throws -> (model: Model, graph: PreparedGraph) {
            var builder = builder
            builder.outputs = Array(between.suffix(1))
            let model = try ModelReader.read(ModelBytes(builder.build()))
            return (model, try model.prepare(pool: WorkerPool(threadCount: 1)))
        }

        /// A node without weights.
        ///
        /// `activation` is the number of ADD's fused activation: 0 for none, 1 for RELU, 3 for
        /// RELU6.
        mutating func node(_ code: Int, _ inputs: [Int], activation: Int? = nil) -> Int {
            let output = tensor("node")
            builder.node(
                builtin: code, inputs: inputs, outputs: [output],
                optionsType: 11,  // AddOptions; other operators ignore them
                options: activation.map { [0: .byte($0)] } ?? [:])
            return output
        }

        /// Runs the graph and returns its last tensor.
        ///
        /// If `showsAll` is true, the tensors between nodes are also outputs, which prevents
        /// fusion.
        func run(showsAll: Bool, threads: Int) throws -> [UInt8] {
            var builder = builder
            builder.outputs = showsAll ? between.reversed() : Array(between.suffix(1))
            let model = try ModelReader.read(ModelBytes(builder.build()))
            let graph = try model.prepare(pool: WorkerPool(threadCount: threads))
            let execution = Execution(graph)
            let input = execution.bytes(graph.inputs[0])
            for index in 0..<input.count / (type == .float32 ? 4 : 1) {
                if type == .float32 {
                    let value = Float(index * 29 % 101) / 9 - 5
                    input.storeBytes(of: value, toByteOffset: index * 4, as: Float.self)
                } else {
                    input[index] = UInt8(truncatingIfNeeded: index &* 37)
                }
            }
            try execution.run()
            return Array(execution.bytes(graph.outputs[0]))
        }

        /// Checks that the graph computes the same with and without fusion.
        func expectSame() throws {
            let expected = try run(showsAll: true, threads: 1)
            #expect(!expected.isEmpty)
            for threads in 1...3 {
                #expect(try run(showsAll: false, threads: threads) == expected)
            }
        }
    }

    static let paddings: [[Int32]] = [
        [0, 0, 1, 1, 1, 1, 0, 0], [0, 0, 0, 1, 0, 1, 0, 0], [0, 0, 2, 0, 1, 2, 0, 0],
        [0, 0, 0, 0, 0, 1, 0, 0],
        // These are not fused: padding beyond the filter's reach, and padding of batches.
        [0, 0, 3, 3, 3, 3, 0, 0], [1, 0, 1, 1, 1, 1, 0, 0],
    ]

    @Test(arguments: [ElementType.float32, .int8, .uint8], paddings)
    func padding(type: ElementType, numbers: [Int32]) throws {
        for (channels, filter) in [
            (3, [8, 3, 3, 3]), (16, [1, 3, 3, 16]), (4, [1, 3, 3, 4]), (12, [20, 3, 3, 12]),
            (5, [1, 5, 5, 5]), (8, [9, 1, 1, 8]), (8, [16, 3, 3, 4]),
        ] {
            for stride in 1...2 {
                var graph = Case(type, input: [1, 9, 10, channels])
                _ = graph.layer(graph.pad(0, numbers), filter, stride: stride)
                try graph.expectSame()
            }
        }
    }

    /// The greatest value of a window at the border is the border's zero if all others are less.
    @Test(arguments: [ElementType.float32, .int8, .uint8], paddings)
    func poolPadding(type: ElementType, numbers: [Int32]) throws {
        for channels in [3, 16, 24] {
            for (stride, activation) in [(1, 0), (2, 0), (2, 3)] {
                var graph = Case(type, input: [1, 9, 10, channels])
                _ = graph.pool(graph.pad(0, numbers), stride: stride, activation: activation)
                try graph.expectSame()
            }
        }
    }

    @Test(arguments: [ElementType.float32, .int8])
    func channelsArePaddedByThemselves(type: ElementType) throws {
        var graph = Case(type, input: [1, 40, 40, 6])
        _ = graph.layer(graph.pad(0, [0, 0, 0, 1, 1, 0, 2, 3]), [8, 3, 3, 11])
        try graph.expectSame()
    }

    /// A depthwise layer whose only reader mixes its pixels, alone and where it does not fit.
    @Test(arguments: [ElementType.float32, .int8, .uint8])
    func separable(type: ElementType) throws {
        for (size, channels, columns) in [
            (16, 8, 24), (9, 3, 5), (30, 40, 70), (13, 130, 17), (7, 16, 16), (64, 1, 9),
        ] {
            for stride in 1...2 {
                var graph = Case(type, input: [2, size, size + 3, channels])
                let padded = graph.pad(0, [0, 0, 1, 1, 1, 1, 0, 0])
                let filtered = graph.layer(padded, [1, 3, 3, channels], stride: stride)
                let mixed = graph.layer(filtered, [columns, 1, 1, channels])
                let again = graph.layer(mixed, [1, 2, 2, columns])
                // Skips pixels, so it computes nothing of the layer before.
                _ = graph.layer(again, [6, 1, 1, columns], stride: 2)
                try graph.expectSame()
            }
        }
    }

    /// A batch without images has no strips.
    @Test(arguments: [ElementType.float32, .int8, .uint8], 1...3)
    func separableWithoutImages(type: ElementType, threads: Int) throws {
        var graph = Case(type, input: [0, 6, 6, 8])
        _ = graph.layer(graph.layer(0, [1, 3, 3, 8]), [8, 1, 1, 8])
        #expect(try graph.run(showsAll: false, threads: threads).isEmpty)
    }

    /// The profile counts the work of both layers, fused (one thread) or not.
    @Test(arguments: [1, 2])
    func workOfBothLayersIsCountedOnce(threads: Int) throws {
        var graph = Case(.float32, input: [1, 4, 4, 8])
        _ = graph.layer(graph.layer(0, [1, 3, 3, 8]), [8, 1, 1, 8])
        graph.builder.outputs = Array(graph.between.suffix(1))
        let model = try ModelReader.read(ModelBytes(graph.builder.build()))
        let prepared = try model.prepare(pool: WorkerPool(threadCount: threads))
        #expect(prepared.multiplyAdds(of: model.main.nodes[0]) == nil)
        let both = 2 * 2 * 8 * (3 * 3 + 8)
        #expect(prepared.multiplyAdds(of: model.main.nodes[1])?.count == both)
    }

    /// Transposed convolutions count each input element times the weights of its channel.
    @Test func workOfTransposedConvolutionsAndVolumes() throws {
        var image = Case(.float32, input: [1, 4, 5, 8])
        _ = image.transposed(0, depth: 8, to: [1, 8, 10, 3])
        var (model, graph) = try image.prepare()
        #expect(graph.multiplyAdds(of: model.main.nodes[0])?.count == 4 * 5 * 8 * 3 * 9)
        var volume = Case(.float32, input: [1, 2, 4, 5, 8])
        _ = volume.volume(volume.transposed(0, depth: 8, to: [1, 4, 8, 10, 3]), [1, 3, 3, 3, 2])
        (model, graph) = try volume.prepare()
        #expect(graph.multiplyAdds(of: model.main.nodes[0])?.count == 2 * 4 * 5 * 8 * 3 * 27)
        #expect(graph.multiplyAdds(of: model.main.nodes[1])?.count == 4 * 8 * 10 * 2 * 3 * 9)
    }

    @Test(arguments: [false, true])
    func workOfMatrices(isTransposed: Bool) throws {
        var product = Case(.float32, input: [2, 5, 7])
        let shape = isTransposed ? [3, 7] : [7, 3]
        let right = product.builder.constant(
            "right", [Float](repeating: 1, count: 21), shape: shape)
        product.builder.node(
            builtin: BuiltinOperator.batchMatmul.number, inputs: [0, right],
            outputs: [product.tensor("product")], options: [1: .bool(isTransposed)])
        let (model, graph) = try product.prepare()
        let work = try #require(graph.multiplyAdds(of: model.main.nodes[0]))
        #expect(work.count == 2 * 5 * 3 * 7 && !work.isInteger)
    }

    /// A residual block: convolution, ADD of what came before, rectifier.
    @Test(arguments: [0, 1, 3], [nil, Code.relu, Code.relu6])
    func residual(activation: Int, rectifier: Int?) throws {
        for addendIsFirst in [false, true] {
            var graph = Case(.float32, input: [1, 7, 13, 24])
            let layer = graph.layer(0, [24, 1, 1, 24])
            let sum = graph.node(
                Code.add, addendIsFirst ? [0, layer] : [layer, 0], activation: activation)
            if let rectifier { _ = graph.node(rectifier, [sum]) }
            try graph.expectSame()
        }
    }

    /// A residual block of a pruned network: depthwise layer, layer with sparse weights, ADD.
    @Test(arguments: [1, 40, 43, 64]) func sparseResidual(columns: Int) throws {
        for channels in [1, 40] where channels <= columns {
            var graph = Case(.float32, input: [2, 9, 13, channels])
            let wide = graph.layer(0, [40, 1, 1, channels])
            let padded = graph.pad(wide, [0, 0, 1, 1, 1, 1, 0, 0])
            let filtered = graph.layer(padded, [1, 3, 3, 40])
            let mixed = graph.layer(filtered, [columns, 1, 1, 40], isSparse: true)
            let missing = Int32(columns - channels)
            let first = missing == 0 ? 0 : graph.pad(0, [0, 0, 0, 0, 0, 0, 0, missing])
            _ = graph.node(Code.add, [first, mixed], activation: 1)
            try graph.expectSame()
        }
    }

    /// A residual block whose first operand has fewer channels: convolution, PAD, ADD, rectifier.
    @Test(arguments: [1, 8, 17, 24], [nil, Code.relu])
    func paddedOperands(channels: Int, rectifier: Int?) throws {
        for columns in [2, 9, 24, 28, 42, 70] where columns >= channels {
            for padIsFirst in [false, true] {
                var graph = Case(.float32, input: [2, 7, 6, channels])
                let numbers = [0, 0, 0, 0, 0, 0, 0, Int32(columns - channels)]
                let early = padIsFirst ? graph.pad(0, numbers) : nil
                let layer = graph.layer(0, [columns, 1, 1, channels])
                let padded = early ?? graph.pad(0, numbers)
                let sum = graph.node(Code.add, [padded, layer], activation: 0)
                if let rectifier { _ = graph.node(rectifier, [sum]) }
                try graph.expectSame()
            }
        }
    }

    /// A PAD keeps its place if it adds pixels, or channels before the others.
    @Test func paddedOperandsThatWait() throws {
        for numbers: [Int32] in [[0, 0, 0, 0, 0, 0, 3, 0], [0, 0, 1, 0, 0, 0, 0, 0]] {
            var graph = Case(.float32, input: [1, 6, 6, 5])
            let isTaller = numbers[2] > 0
            let image = isTaller ? graph.pad(0, [0, 0, 1, 0, 0, 0, 0, 0]) : 0
            let layer = graph.layer(image, [isTaller ? 5 : 8, 1, 1, 5])
            let sum = graph.node(Code.add, [layer, graph.pad(0, numbers)], activation: 0)
            _ = graph.node(Code.relu, [sum])
            try graph.expectSame()
        }
    }

    @Test func rectifiersAfterLayers() throws {
        var graph = Case(.float32, input: [1, 11, 12, 18])
        let first = graph.node(Code.relu, [graph.layer(0, [1, 3, 3, 18])])
        let second = graph.node(Code.relu6, [graph.layer(first, [40, 1, 1, 18])])
        let sum = graph.node(Code.add, [second, second], activation: 0)
        _ = graph.node(Code.relu, [sum])
        try graph.expectSame()
    }

    @Test func rectifiersAfterTransposedConvolutionsAndVolumes() throws {
        for code in [Code.relu, Code.relu6] {
            var image = Case(.float32, input: [1, 5, 6, 18])
            let first = image.node(code, [image.transposed(0, depth: 18, to: [1, 9, 12, 20])])
            _ = image.node(code, [image.transposed(first, depth: 20, to: [1, 17, 23, 3])])
            try image.expectSame()
            #expect(try image.prepare().graph.fusions.allSatisfy { $0.refusal == nil })
            var volume = Case(.float32, input: [2, 3, 4, 5, 8])
            let spread = volume.node(
                code, [volume.transposed(0, depth: 8, to: [2, 5, 8, 9, 17])])
            _ = volume.node(code, [volume.volume(spread, [2, 3, 1, 17, 5])])
            try volume.expectSame()
            #expect(try volume.prepare().graph.fusions.count == 2)
            #expect(try volume.prepare().graph.fusions.allSatisfy { $0.refusal == nil })
        }
    }

    /// The other summand is computed after the layer, or is the layer itself, or has another shape.
    @Test func sumsThatWait() throws {
        var graph = Case(.float32, input: [1, 6, 6, 8])
        let early = graph.layer(0, [8, 1, 1, 8])
        let late = graph.layer(0, [1, 1, 1, 8])
        let sum = graph.node(Code.add, [early, late], activation: 0)
        let small = graph.layer(sum, [1, 6, 6, 8])
        let large = graph.layer(sum, [8, 1, 1, 8])
        let broadcast = graph.node(Code.add, [large, small], activation: 0)
        let double = graph.layer(broadcast, [8, 1, 1, 8])
        _ = graph.node(Code.add, [double, double], activation: 0)
        try graph.expectSame()
    }

    // MARK: Variables

    /// Adds a node that adds the two elements of `x` and writes the sum to each element of a
    /// variable.
    private func write(
        _ x: Int, to state: Int, count: Int, _ builder: inout ModelBuilder
    ) {
        let weights = builder.constant(
            "w", [Float](repeating: 1, count: 2 * count), shape: [count, 2])
        let recurrent = builder.constant(
            "r", [Float](repeating: 0, count: count * count), shape: [count, count])
        let bias = builder.constant("b", [Float](repeating: 0, count: count), shape: [count])
        let result = builder.tensor("written", .float32, [1, count])
        builder.node(
            builtin: BuiltinOperator.rnn.number, inputs: [x, weights, recurrent, bias, state],
            outputs: [result])
    }

    /// Runs a graph twice on the input [1, 2] and returns the elements of its outputs.
    private func twice(_ builder: ModelBuilder) throws -> [[[Float]]] {
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        execution.bytes(graph.inputs[0]).copyBytes(from: ([1, 2] as [Float]).littleEndianBytes)
        return try (0..<2).map { _ in
            try execution.run()
            return execution.outputs.map {
                Array(execution.bytes($0).bindMemory(to: Float.self))
            }
        }
    }

    /// A node writes a variable between a layer and the ADD that reads both, and after a RESHAPE
    /// of the variable.
    @Test func operandsInVariablesAreReadInOrder() throws {
        var builder = ModelBuilder()
        let x = builder.tensor("x", .float32, [1, 2])
        let state = builder.tensor("state", .float32, [1, 2], isVariable: true)
        let weights = builder.constant("weights", [1, 0, 0, 1] as [Float], shape: [2, 2])
        let extents = builder.constant("extents", [2])
        let before = builder.tensor("before", .float32, [2])
        let layer = builder.tensor("layer", .float32, [1, 2])
        let sum = builder.tensor("sum", .float32, [1, 2])
        builder.node(
            builtin: BuiltinOperator.reshape.number, inputs: [state, extents], outputs: [before])
        builder.node(
            builtin: BuiltinOperator.fullyConnected.number, inputs: [x, weights, nil],
            outputs: [layer])
        write(x, to: state, count: 2, &builder)
        builder.node(builtin: Code.add, inputs: [layer, state], outputs: [sum])
        (builder.inputs, builder.outputs) = ([x], [before, sum])
        #expect(try twice(builder) == [[[0, 0], [4, 5]], [[3, 3], [4, 5]]])
    }

    /// A node writes the variable that a PAD or a depthwise layer reads before the convolution that
    /// the PAD or the layer could be fused with.
    @Test(arguments: [false, true]) func imagesInVariablesAreReadInOrder(isPadded: Bool) throws {
        var builder = ModelBuilder()
        let x = builder.tensor("x", .float32, [1, 2])
        let state = builder.tensor("state", .float32, [1, 2, 2, 1], isVariable: true)
        let between = builder.tensor("between", .float32, [1, 2, 2, 1])
        let options: [Int: FlatValue] = [0: .byte(1), 1: .int(1), 2: .int(1)]
        if isPadded {
            let numbers = builder.constant(
                "numbers", [0, 0, 1, 0, 0, 0, 0, 0] as [Int], shape: [4, 2])
            builder.node(builtin: Code.pad, inputs: [state, numbers], outputs: [between])
        } else {
            let filter = builder.constant("filter", [1] as [Float], shape: [1, 1, 1, 1])
            builder.node(
                builtin: Code.depthwise, inputs: [state, filter], outputs: [between],
                optionsType: 2, options: options.merging([3: .int(1)]) { $1 })
        }
        write(x, to: state, count: 4, &builder)
        let height = isPadded ? 2 : 1
        let filter = builder.constant(
            "filter", [Float](repeating: 1, count: height), shape: [1, height, 1, 1])
        let output = builder.tensor("output", .float32, [1, 2, 2, 1])
        builder.node(
            builtin: Code.convolution, inputs: [between, filter], outputs: [output],
            options: options)
        (builder.inputs, builder.outputs) = ([x], [output])
        let second: [Float] = isPadded ? [3, 3, 6, 6] : [3, 3, 3, 3]
        #expect(try twice(builder) == [[[0, 0, 0, 0]], [second]])
    }
}

import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Graphs that are harmful although each table of the file is valid: their tensors do not fit each
/// other, or they need much memory or time.
///
/// Such a graph gives an error, or the same result as without any optimization.
@Suite(.timeLimit(.minutes(10))) struct HostileGraphsTests {
    /// Prepares and runs a model, and returns the code of the error if that fails.
    private func outcome(_ builder: ModelBuilder, _ limits: ModelLimits = ModelLimits())
        -> ModelError.Code?
    {
        do throws(ModelError) {
            let model = try ModelReader.read(ModelBytes(builder.build()))
            let graph = try model.prepare(pool: WorkerPool(threadCount: 1), limits: limits)
            try Execution(graph).run()
            return nil
        } catch {
            return error.code
        }
    }

    /// TRANSPOSE_CONV refuses a bias whose elements are not float32.
    ///
    /// If it read the bytes of a uint8 bias as floats, it would read four times as much memory as
    /// the bias has.
    @Test(arguments: [ElementType.uint8, .int8, .int16, .float64])
    func biasOfAnotherTypeIsRefused(type: ElementType) {
        var builder = ModelBuilder()
        let channels = 512
        let shape = builder.constant("shape", [1, 2, 2, channels])
        let filter = builder.constant(
            "w", [Float](repeating: 1, count: channels), shape: [channels, 1, 1, 1])
        let input = builder.tensor("x", .float32, [1, 2, 2, 1])
        let width = (type.bitWidth ?? 0) / 8
        let bias = builder.tensor(
            "b", type, [channels], data: [UInt8](repeating: 0, count: channels * width))
        let output = builder.tensor("y", .float32, [1, 2, 2, channels])
        builder.node(
            builtin: BuiltinOperator.transposeConv.number, inputs: [shape, filter, input, bias],
            outputs: [output], options: [0: .byte(1), 1: .int(1), 2: .int(1)])
        (builder.inputs, builder.outputs) = ([input], [output])
        #expect(outcome(builder) == .invalidNode)
    }

    /// An empty tensor can be divided into blocks of any size, and the product of the sizes may
    /// overflow.
    @Test(arguments: [BuiltinOperator.batchToSpaceND, .spaceToBatchND])
    func blockSizesMayOverflow(code: BuiltinOperator) {
        for rank in 4...6 {
            for size in [2, 1 << 16, 1 << 30] {
                var builder = ModelBuilder()
                let shape = [Int](repeating: 0, count: rank)
                let input = builder.tensor("x", .int8, shape)
                let output = builder.tensor("y", .int8, shape)
                let block = builder.constant("block", [Int](repeating: size, count: rank - 1))
                let edges = builder.constant(
                    "edges", [Int](repeating: 0, count: 2 * (rank - 1)), shape: [rank - 1, 2])
                builder.node(
                    builtin: code.number, inputs: [input, block, edges], outputs: [output])
                (builder.inputs, builder.outputs) = ([input], [output])
                let fits = size == 2 || size == 1 << 16 && rank == 4
                let expected: ModelError.Code? = fits ? nil : .invalidNode
                #expect(outcome(builder) == expected)
            }
        }
    }

    /// The output of a RESHAPE has scales for an axis that its new shape does not have.
    @Test(arguments: [[4], [2, 2], [1, 4, 1, 1]]) func scalesOfAMissingAxis(shape: [Int]) {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .int4, [1, 1, 2, 2])
        let extents = builder.constant("extents", shape)
        let quantization = Quantization(scales: [1, 2], zeroPoints: [0, 0], axis: 3)
        let reshaped = builder.tensor("r", .int4, [1, 1, 2, 2], quantization: quantization)
        let output = builder.tensor("y", .float32, [1, 1, 2, 2])
        builder.node(
            builtin: BuiltinOperator.reshape.number, inputs: [input, extents], outputs: [reshaped])
        builder.node(
            builtin: BuiltinOperator.dequantize.number, inputs: [reshaped], outputs: [output])
        (builder.inputs, builder.outputs) = ([input], [output])
        #expect(outcome(builder) == .invalidNode)
    }

    /// The weights of a second input are compared with its last extent; a scalar has none.
    @Test(arguments: [BuiltinOperator.bidirectionalSequenceLSTM, .bidirectionalSequenceRNN])
    func scalarAsSecondInputIsRefused(code: BuiltinOperator) {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, [1, 2, 3])
        let second = builder.tensor("second", .float32, [])
        let isLSTM = code == .bidirectionalSequenceLSTM
        var inputs = [Int?](repeating: nil, count: isLSTM ? 48 : 12)
        (inputs[0], inputs[isLSTM ? 39 : 9]) = (input, second)
        let weights = builder.constant("w", [Float](repeating: 0, count: 9), shape: [3, 3])
        for place in isLSTM ? [4, 8, 22, 25, 41] : [1, 2, 5, 6, 10, 11] {
            inputs[place] = weights
        }
        let outputs = (0..<2).map { builder.tensor("y\($0)", .float32, [1, 2, 3]) }
        builder.node(
            builtin: code.number, inputs: inputs, outputs: outputs,
            options: [0: .byte(4)])
        (builder.inputs, builder.outputs) = ([input, second], outputs)
        #expect(outcome(builder) == .invalidNode)
    }

    /// The filter of a convolution is declared as floats, but a DENSIFY sets it to bytes.
    ///
    /// The convolution could be fused with the PAD before it, and then quantize an image whose
    /// border is not in memory.
    @Test func filterOfAnotherTypeThanDeclared() {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, [1, 8, 8, 1])
        let numbers = [0, 0, 40, 40, 40, 40, 0, 0]
        let edges = builder.constant("edges", numbers, shape: [4, 2])
        let padded = builder.tensor("padded", .float32, [1, 88, 88, 1])
        let side = 41
        let bytes = builder.tensor(
            "bytes", .int8, [1, side, side, 1],
            data: [UInt8](repeating: 1, count: side * side))
        let filter = builder.tensor(
            "w", .float32, [1, side, side, 1], quantization: Quantization(scale: 1, zeroPoint: 0))
        let output = builder.tensor("y", .float32, [1, 48, 48, 1])
        builder.node(
            builtin: BuiltinOperator.pad.number, inputs: [input, edges], outputs: [padded])
        builder.node(builtin: BuiltinOperator.densify.number, inputs: [bytes], outputs: [filter])
        builder.node(
            builtin: BuiltinOperator.conv2D.number, inputs: [padded, filter], outputs: [output],
            options: [0: .byte(1), 1: .int(1), 2: .int(1)])
        (builder.inputs, builder.outputs) = ([input], [output])
        #expect(outcome(builder) == .invalidNode)
    }

    /// The filter of a convolution is declared as 1 × 1, but a RESHAPE makes it 3 × 3.
    ///
    /// A 1 × 1 convolution could be fused with the depthwise layer before it; the result must be
    /// the same as without the fusion.
    @Test func filterOfAnotherShapeThanDeclared() throws {
        /// Returns the output.
        ///
        /// If `showing`, the output of the depthwise layer is an output of the graph, too, which
        /// prevents the fusion.
        func results(showing: Bool) throws -> [Float] {
            var builder = ModelBuilder()
            let (side, depth, columns) = (32, 16, 8)
            let image = [1, side, side, depth]
            let input = builder.tensor("x", .float32, image)
            let narrow = builder.constant(
                "d", (0..<9 * depth).map { Float($0 % 7) }, shape: [1, 3, 3, depth])
            let middle = builder.tensor("m", .float32, image)
            let wide = builder.constant(
                "w", (0..<columns * 9 * depth).map { Float($0 % 5) }, shape: [columns * 9 * depth])
            let extents = builder.constant("extents", [columns, 3, 3, depth])
            let filter = builder.tensor("f", .float32, [columns, 1, 1, depth])
            let output = builder.tensor("y", .float32, [1, side, side, columns])
            builder.node(
                builtin: BuiltinOperator.depthwiseConv2D.number, inputs: [input, narrow],
                outputs: [middle], options: [1: .int(1), 2: .int(1), 3: .int(1)])
            builder.node(
                builtin: BuiltinOperator.reshape.number, inputs: [wide, extents], outputs: [filter])
            builder.node(
                builtin: BuiltinOperator.conv2D.number, inputs: [middle, filter], outputs: [output],
                options: [1: .int(1), 2: .int(1)])
            builder.inputs = [input]
            builder.outputs = showing ? [output, middle] : [output]
            let model = try ModelReader.read(ModelBytes(builder.build()))
            let execution = Execution(try model.prepare(pool: WorkerPool(threadCount: 1)))
            let pixels = execution.bytes(execution.graph.inputs[0])
            for index in 0..<pixels.count / 4 {
                pixels.storeBytes(of: Float(index % 11), toByteOffset: index * 4, as: Float.self)
            }
            try execution.run()
            return Array(execution.bytes(execution.outputs[0]).bindMemory(to: Float.self))
        }
        #expect(try results(showing: false) == results(showing: true))
    }

    /// Each call of a graph makes a tensor whose size is known only when the graph runs.
    @Test(arguments: [2, 10]) func calledGraphsShareTheArena(callCount: Int) {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .int32, [1])
        let thousand = builder.constant("thousand", [1000])
        let extents = builder.tensor("extents", .int32, [1])
        builder.node(
            builtin: BuiltinOperator.add.number, inputs: [input, thousand], outputs: [extents])
        builder.inputs = [input]
        builder.outputs = (0..<callCount).map { call in
            let output = builder.tensor("y\(call)", .float32, [1], shapeSignature: [-1])
            builder.node(
                builtin: BuiltinOperator.stablehloComposite.number, inputs: [extents],
                outputs: [output], secondOptions: [0: .string("fill"), 1: .int(1)])
            return output
        }
        builder.startNextGraph()
        let list = builder.tensor("list", .int32, [1])
        let value = builder.constant("value", [1] as [Float], shape: [])
        let filled = builder.tensor("filled", .float32, [1], shapeSignature: [-1])
        builder.node(
            builtin: BuiltinOperator.fill.number, inputs: [list, value], outputs: [filled])
        (builder.inputs, builder.outputs) = ([list], [filled])
        var limits = ModelLimits()
        limits.arenaByteCount = 20_000
        let expected: ModelError.Code? = callCount == 2 ? nil : .tooLarge
        #expect(outcome(builder, limits) == expected)
    }

    /// The graph that is called has many tensors that no node uses; each call lists them.
    @Test(arguments: [2, 40]) func listsOfCalledGraphsAreCounted(callCount: Int) {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, [1])
        builder.inputs = [input]
        builder.outputs = (0..<callCount).map { call in
            let output = builder.tensor("y\(call)", .float32, [1])
            builder.node(
                builtin: BuiltinOperator.stablehloComposite.number, inputs: [input],
                outputs: [output], secondOptions: [0: .string("negate"), 1: .int(1)])
            return output
        }
        builder.startNextGraph()
        let value = builder.tensor("value", .float32, [1])
        let negated = builder.tensor("negated", .float32, [1])
        for _ in 0..<2000 { _ = builder.tensor("unused", .float32, [1]) }
        builder.node(builtin: BuiltinOperator.neg.number, inputs: [value], outputs: [negated])
        (builder.inputs, builder.outputs) = ([value], [negated])
        var limits = ModelLimits()
        limits.preparedByteCount = 10 << 20
        let expected: ModelError.Code? = callCount == 2 ? nil : .tooLarge
        #expect(outcome(builder, limits) == expected)
    }

    /// Each variable keeps a copy of the tensor that is assigned to it.
    ///
    /// Small and empty ones count as 256 bytes.
    @Test(arguments: [1 << 12, 1, 0]) func copiesInVariablesCountAgainstTheArena(length: Int) {
        var builder = ModelBuilder()
        let (count, byteCount) = (40, max(length, 256))
        let input = builder.tensor("x", .uint8, [length])
        for number in 0..<count {
            let handle = builder.tensor(
                "h", .resource, [1], data: UInt32(number).littleEndianBytes)
            builder.node(
                builtin: BuiltinOperator.assignVariable.number, inputs: [handle, input], outputs: []
            )
        }
        let output = builder.tensor("y", .uint8, [length])
        builder.node(builtin: BuiltinOperator.cast.number, inputs: [input], outputs: [output])
        (builder.inputs, builder.outputs) = ([input], [output])
        var limits = ModelLimits()
        limits.arenaByteCount = count * byteCount
        #expect(outcome(builder, limits) == nil)
        limits.arenaByteCount = (count - 1) * byteCount
        #expect(outcome(builder, limits) == .tooLarge)
    }

    /// Each node that reads a variable of unknown shape keeps a copy during the run.
    @Test func copiesOfVariablesCountAgainstTheArena() {
        var builder = ModelBuilder()
        let (count, byteCount) = (40, 1 << 12)
        let input = builder.tensor("x", .uint8, [byteCount])
        let handle = builder.tensor("h", .resource, [1], data: UInt32(0).littleEndianBytes)
        builder.node(
            builtin: BuiltinOperator.assignVariable.number, inputs: [handle, input], outputs: [])
        for number in 0..<count {
            let output = builder.tensor("y\(number)", .uint8, [1], shapeSignature: [-1])
            builder.node(
                builtin: BuiltinOperator.readVariable.number, inputs: [handle], outputs: [output])
            builder.outputs.append(output)
        }
        builder.inputs = [input]
        var limits = ModelLimits()
        limits.arenaByteCount = (count + 1) * byteCount
        #expect(outcome(builder, limits) == nil)
        limits.arenaByteCount = count * byteCount
        #expect(outcome(builder, limits) == .tooLarge)
    }

    /// Each hash table keeps entries of its own, even if many have the same keys.
    @Test func hashTablesCountAgainstTheArena() {
        var builder = ModelBuilder()
        let keys = (0..<64).map { "key \($0)" }
        let names = builder.strings("keys", keys)
        let values = builder.tensor(
            "values", .int64, [64], data: (0..<64).flatMap { Int64($0).littleEndianBytes })
        let input = builder.tensor("x", .uint8, [1])
        for number in 0..<40 {
            let handle = builder.tensor(
                "h", .resource, [1], data: UInt32(number).littleEndianBytes)
            builder.node(
                builtin: BuiltinOperator.hashtableImport.number, inputs: [handle, names, values],
                outputs: [])
        }
        let output = builder.tensor("y", .uint8, [1])
        builder.node(builtin: BuiltinOperator.cast.number, inputs: [input], outputs: [output])
        (builder.inputs, builder.outputs) = ([input], [output])
        var limits = ModelLimits()
        #expect(outcome(builder, limits) == nil)
        limits.arenaByteCount = 20 * 64 * 64
        #expect(outcome(builder, limits) == .tooLarge)
    }

    /// These nodes keep an entry for each row or column of an output that no other node reads.
    @Test(
        arguments: [
            BuiltinOperator.rfft2d, .mirrorPad, .resizeBilinear, .resizeNearestNeighbor,
            .segmentSum,
        ])
    func listsOfNodesCountAgainstThePreparation(code: BuiltinOperator) {
        let (side, count) = (1 << 12, 64)
        // The shape of the input, and the numbers of the second one with their shape.
        let (shape, numbers, extents): ([Int], [Int], [Int]) =
            switch code {
            case .rfft2d: ([1, 1], [1, side], [2])
            case .mirrorPad: ([1, 1, side, 1], [0, 0, 0, 0, 0, 1, 0, 1], [4, 2])
            case .segmentSum: ([side, 1], [Int](repeating: 0, count: side), [side])
            default: ([1, 1, 1, 1], [1, side], [2])
            }
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, shape)
        let control = builder.constant("n", numbers, shape: extents)
        for number in 0..<count {
            let output = builder.tensor(
                "y\(number)", code == .rfft2d ? .complex64 : .float32, [1])
            builder.node(
                builtin: code.number, inputs: [input, control], outputs: [output],
                options: code == .mirrorPad ? [0: .byte(1)] : [:])
        }
        let output = builder.tensor("y", .float32, shape)
        builder.node(builtin: BuiltinOperator.cast.number, inputs: [input], outputs: [output])
        (builder.inputs, builder.outputs) = ([input], [output])
        var limits = ModelLimits()
        #expect(outcome(builder, limits) == nil)
        limits.preparedByteCount = count * side * 4
        #expect(outcome(builder, limits) == .tooLarge)
    }

    /// A node may name one tensor any number of times, and keeps a copy's plan for each input.
    @Test(arguments: [BuiltinOperator.concatenation, .pack])
    func inputsOfNodesCountAgainstThePreparation(code: BuiltinOperator) {
        var builder = ModelBuilder()
        let count = 1 << 15
        let input = builder.tensor("x", .float32, [1])
        let output = builder.tensor("y", .float32, code == .pack ? [count, 1] : [count])
        builder.node(
            builtin: code.number, inputs: [Int?](repeating: input, count: count),
            outputs: [output], options: code == .pack ? [0: .int(count)] : [:])
        (builder.inputs, builder.outputs) = ([input], [output])
        var limits = ModelLimits()
        #expect(outcome(builder, limits) == nil)
        limits.preparedByteCount = count * 64
        #expect(outcome(builder, limits) == .tooLarge)
    }

    /// Inputs of 2²⁸ rows without elements take no time, with other scales than the output, too.
    @Test(.timeLimit(.minutes(5))) func emptyRowsAreNotJoined() {
        var builder = ModelBuilder()
        let shape = [1 << 28, 0]
        let input = builder.tensor(
            "x", .int8, shape, quantization: Quantization(scale: 1, zeroPoint: 0))
        let output = builder.tensor(
            "y", .int8, shape, quantization: Quantization(scale: 2, zeroPoint: 0))
        builder.node(
            builtin: BuiltinOperator.concatenation.number,
            inputs: [Int?](repeating: input, count: 1 << 12), outputs: [output],
            options: [0: .int(1)])
        (builder.inputs, builder.outputs) = ([input], [output])
        #expect(outcome(builder) == nil)
    }

    /// Each of 2¹⁹ output rows reads two pixels of an image row that has 2²⁴.
    @Test(.timeLimit(.minutes(5))) func wideImagesBecomeNarrow() {
        var builder = ModelBuilder()
        let (width, rows) = (1 << 24, 1 << 19)
        let input = builder.tensor("x", .float32, [1, 1, width, 1])
        let size = builder.constant("size", [rows, 1])
        let output = builder.tensor("y", .float32, [1, rows, 1, 1])
        builder.node(
            builtin: BuiltinOperator.resizeBilinear.number, inputs: [input, size],
            outputs: [output])
        (builder.inputs, builder.outputs) = ([input], [output])
        #expect(outcome(builder) == nil)
    }

    /// NaN differs from itself; UNIQUE takes no longer for it than for other numbers.
    @Test(.timeLimit(.minutes(5))) func manyNaNsTakeNoLonger() {
        var builder = ModelBuilder()
        let count = 1 << 20
        let numbers = [Float](repeating: .nan, count: count - 2) + [1, 1]
        let input = builder.constant("x", numbers, shape: [count])
        let values = builder.tensor("values", .float32, [1])
        let places = builder.tensor("places", .int32, [count])
        builder.node(
            builtin: BuiltinOperator.unique.number, inputs: [input], outputs: [values, places])
        builder.outputs = [values, places]
        #expect(outcome(builder) == nil)
    }

    /// The time to compute constants must not grow with the square of their number.
    @Test(.timeLimit(.minutes(5))) func manyConstantsAreComputed() throws {
        var builder = ModelBuilder()
        let one = builder.constant("one", [1] as [Float], shape: [1])
        var last = one
        let count = 30_000
        for node in 0..<count {
            let next = builder.tensor("y\(node)", .float32, [1])
            builder.node(
                builtin: BuiltinOperator.add.number, inputs: [last, one], outputs: [next])
            last = next
        }
        builder.outputs = [last]
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        try execution.run()
        let bytes = execution.bytes(graph.outputs[0])
        #expect(bytes.load(as: Float.self) == Float(count + 1))
    }

    /// The budget counts the hash table of UNIQUE, which is larger than its tensors.
    @Test(
        arguments: [
            (ModelLimits().preparedByteCount, nil), (700_000, .tooLarge),
        ] as [(Int, ModelError.Code?)])
    func tableOfUniqueIsCounted(byteCount: Int, expected: ModelError.Code?) {
        var builder = ModelBuilder()
        let count = 1 << 16
        let input = builder.constant("x", [Float](repeating: 1, count: count), shape: [count])
        let values = builder.tensor("values", .float32, [1])
        let places = builder.tensor("places", .int32, [count])
        builder.node(
            builtin: BuiltinOperator.unique.number, inputs: [input], outputs: [values, places])
        builder.outputs = [values, places]
        var limits = ModelLimits()
        limits.preparedByteCount = byteCount
        #expect(outcome(builder, limits) == expected)
    }

    /// The list of unsupported operators has each name once, and the time to make it must not grow
    /// with the square of its length.
    @Test(.timeLimit(.minutes(5))) func manyUnsupportedOperatorsAreListed() throws {
        var builder = ModelBuilder()
        let (graphs, count) = (16, 2000)
        let condition = builder.tensor("c", .bool, [1])
        for graph in 1...graphs {
            builder.node(
                builtin: BuiltinOperator.if.number, inputs: [condition], outputs: [],
                options: [0: .int(graph), 1: .int(graph)])
        }
        (builder.inputs, builder.outputs) = ([condition], [condition])
        for graph in 1...graphs {
            builder.startNextGraph()
            for number in 0..<count {
                builder.node(custom: "Operator \(number) of \(graph)", inputs: [], outputs: [])
            }
        }
        let model = try ModelReader.read(ModelBytes(builder.build()))
        #expect(model.unsupportedNodes(from: 0).count == graphs * count)
        #expect(outcome(builder) == .unsupported)
    }

    /// A tensor that is two inputs of the graph has room for one shape only.
    @Test func twoShapesForOneTensorAreRefused() throws {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, [1])
        let output = builder.tensor("y", .float32, [1])
        builder.node(builtin: BuiltinOperator.abs.number, inputs: [input], outputs: [output])
        (builder.inputs, builder.outputs) = ([input, input], [output])
        let model = try ModelReader.read(ModelBytes(builder.build()))
        let pool = WorkerPool(threadCount: 1)
        let error = #expect(throws: ModelError.self) {
            try model.prepare(inputShapes: [0: [8], 1: [2]], pool: pool)
        }
        #expect(error?.code == .invalidShape)
        let graph = try model.prepare(inputShapes: [0: [8], 1: [8]], pool: pool)
        #expect(graph.inputs.map(\.shape) == [[8], [8]])
    }
}

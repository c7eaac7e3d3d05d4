import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Sums of many products in transposed convolutions.
@Suite struct TransposeConvolutionTests {
    /// The sum of 1,024 products of 16 and 8 bits does not fit into 32 bits.
    @Test func sumsOfShortsHave64Bits() throws {
        let depth = 1024
        var builder = ModelBuilder()
        let shape = builder.constant("shape", [1, 1, 1, 1])
        let unit = Quantization(scale: 1, zeroPoint: 0)
        let filter = builder.tensor(
            "w", .int8, [1, 1, 1, depth], quantization: unit,
            data: [UInt8](repeating: 127, count: depth))
        let input = builder.tensor("x", .int16, [1, 1, 1, depth], quantization: unit)
        let output = builder.tensor(
            "y", .int16, [1, 1, 1, 1], quantization: Quantization(scale: 0x1p20, zeroPoint: 0))
        builder.node(
            builtin: BuiltinOperator.transposeConv.number, inputs: [shape, filter, input],
            outputs: [output], options: [0: .byte(1), 1: .int(1), 2: .int(1)])
        (builder.inputs, builder.outputs) = ([input], [output])
        let model = try ModelReader.read(ModelBytes(builder.build()))
        let execution = Execution(try model.prepare(pool: WorkerPool(threadCount: 1)))
        [Int16](repeating: .max, count: depth).withUnsafeBytes {
            execution.bytes(execution.graph.inputs[0]).copyMemory(from: $0)
        }
        try execution.run()
        let sum = Double(depth) * 127 * 32767
        let result = execution.bytes(execution.outputs[0]).load(as: Int16.self)
        #expect(Double(result) == (sum / 0x1p20).rounded())
    }

    /// Two images, whose sums are floats, have the results that each alone has with sums of integers.
    @Test(
        arguments: [(2, 2), (3, 2), (4, 2), (3, 1), (5, 3), (3, 3)] as [(Int, Int)],
        [(1, 3), (5, 17), (32, 16), (40, 20)] as [(Int, Int)])
    func floatsWithBytesAsWeightsAreSummedExactly(
        window: (kernel: Int, stride: Int), channels: (input: Int, output: Int)
    ) throws {
        let (height, width, kernel, stride) = (5, 13, window.kernel, window.stride)
        var generator = SeededGenerator(seed: UInt64(kernel * 100 + channels.input))
        let weights = (0..<channels.output * kernel * kernel * channels.input).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        let scales = (0..<channels.output).map { _ in
            Float.random(in: 0.001...0.01, using: &generator)
        }
        let biases = scales.map { _ in Float.random(in: -1...1, using: &generator) }
        func run(_ pixels: [Float], batches: Int, threads: Int) throws -> [Float] {
            var builder = ModelBuilder()
            let outputShape = [batches, height * stride, width * stride, channels.output]
            let shape = builder.constant("shape", outputShape)
            let filter = builder.tensor(
                "w", .int8, [channels.output, kernel, kernel, channels.input],
                quantization: Quantization(
                    scales: scales, zeroPoints: scales.map { _ in 0 }, axis: 0), data: weights)
            let input = builder.tensor("x", .float32, [batches, height, width, channels.input])
            let bias = builder.constant("b", biases, shape: [channels.output])
            let output = builder.tensor("y", .float32, outputShape)
            builder.node(
                builtin: BuiltinOperator.transposeConv.number, version: 3,
                inputs: [shape, filter, input, bias], outputs: [output],
                options: [0: .byte(0), 1: .int(stride), 2: .int(stride)])
            (builder.inputs, builder.outputs) = ([input], [output])
            let execution = Execution(
                try ModelReader.read(ModelBytes(builder.build()))
                    .prepare(pool: WorkerPool(threadCount: threads)))
            pixels.withUnsafeBytes {
                execution.bytes(execution.graph.inputs[0]).copyMemory(from: $0)
            }
            try execution.run()
            return Array(execution.bytes(execution.outputs[0]).bindMemory(to: Float.self))
        }
        let images = (0..<2).map { image in
            (0..<height * width * channels.input).map { _ in
                Float.random(in: -1...(2 + Float(image)), using: &generator)
            }
        }
        for threads in [1, 3] {
            let alone = try images.flatMap { try run($0, batches: 1, threads: threads) }
            #expect(try run(images.flatMap(\.self), batches: 2, threads: threads) == alone)
        }
    }

    /// Few channels, whose neighboring pixels are computed as one with weights of zero, have the results
    /// of the first channels of a layer with more.
    @Test(
        arguments: [(3, 2), (4, 2), (5, 2), (5, 3), (7, 4)] as [(Int, Int)],
        [ElementType.int8, .uint8])
    func fewChannelsEqualTheFirstOfMany(
        window: (kernel: Int, stride: Int), type: ElementType
    ) throws {
        let (height, width, kernel, stride, depth) = (4, 9, window.kernel, window.stride, 11)
        var generator = SeededGenerator(seed: UInt64(kernel))
        let weights = (0..<16 * kernel * kernel * depth).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        let pixels = (0..<height * width * depth).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        func run(_ channels: Int, threads: Int) throws -> [UInt8] {
            var builder = ModelBuilder()
            let outputShape = [1, height * stride, width * stride, channels]
            let shape = builder.constant("shape", outputShape)
            let zeros = type == .int8 ? (0, -9, 4) : (117, 140, 125)
            let filter = builder.tensor(
                "w", type, [channels, kernel, kernel, depth],
                quantization: Quantization(scale: 0.02, zeroPoint: zeros.0),
                data: Array(weights[..<(channels * kernel * kernel * depth)]))
            let input = builder.tensor(
                "x", type, [1, height, width, depth],
                quantization: Quantization(scale: 0.05, zeroPoint: zeros.1))
            let output = builder.tensor(
                "y", type, outputShape, quantization: Quantization(scale: 4, zeroPoint: zeros.2))
            builder.node(
                builtin: BuiltinOperator.transposeConv.number, inputs: [shape, filter, input],
                outputs: [output], options: [0: .byte(0), 1: .int(stride), 2: .int(stride)])
            (builder.inputs, builder.outputs) = ([input], [output])
            let execution = Execution(
                try ModelReader.read(ModelBytes(builder.build()))
                    .prepare(pool: WorkerPool(threadCount: threads)))
            pixels.withUnsafeBytes {
                execution.bytes(execution.graph.inputs[0]).copyMemory(from: $0)
            }
            try execution.run()
            return Array(execution.bytes(execution.outputs[0]))
        }
        let many = try run(16, threads: 1)
        for channels in [1, 3, 4] {
            let expected = Swift.stride(from: 0, to: many.count, by: 16).flatMap {
                many[$0..<($0 + channels)]
            }
            for threads in [1, 3] {
                #expect(try run(channels, threads: threads) == expected)
            }
        }
    }
}

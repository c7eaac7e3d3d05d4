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

    /// A layer with SAME padding.
    private struct Layer {
        let kernel: Int
        let stride: Int
        let channels: (input: Int, output: Int)
        let type: ElementType
        let filterType: ElementType
        let weights: [UInt8]
        let filterQuantization: Quantization
        var inputQuantization: Quantization?
        var outputQuantization: Quantization?
        var biases: [Float]?

        /// Returns the output for images of 5 × 13 pixels.
        func run(_ images: [[UInt8]], threads: Int) throws -> [UInt8] {
            var builder = ModelBuilder()
            let outputShape = [images.count, 5 * stride, 13 * stride, channels.output]
            let shape = builder.constant("shape", outputShape)
            let filter = builder.tensor(
                "w", filterType, [channels.output, kernel, kernel, channels.input],
                quantization: filterQuantization,
                data: Array(weights[..<(channels.output * kernel * kernel * channels.input)]))
            let input = builder.tensor(
                "x", type, [images.count, 5, 13, channels.input], quantization: inputQuantization)
            let bias = biases.map { builder.constant("b", $0, shape: [$0.count]) }
            let output = builder.tensor("y", type, outputShape, quantization: outputQuantization)
            builder.node(
                builtin: BuiltinOperator.transposeConv.number, version: 3,
                inputs: [shape, filter, input] + (bias.map { [$0] } ?? []), outputs: [output],
                options: [0: .byte(0), 1: .int(stride), 2: .int(stride)])
            (builder.inputs, builder.outputs) = ([input], [output])
            let execution = Execution(
                try ModelReader.read(ModelBytes(builder.build()))
                    .prepare(pool: WorkerPool(threadCount: threads)))
            execution.bytes(execution.graph.inputs[0]).copyBytes(from: images.joined())
            try execution.run()
            return Array(execution.bytes(execution.outputs[0]))
        }
    }

    /// Two images, whose sums are floats, have the results that each alone has with sums of integers.
    @Test(
        arguments: [(2, 2), (3, 2), (4, 2), (3, 1), (5, 3), (3, 3)] as [(Int, Int)],
        [(1, 3), (5, 17), (32, 16), (40, 20)] as [(Int, Int)])
    func floatsWithBytesAsWeightsAreSummedExactly(
        window: (kernel: Int, stride: Int), channels: (input: Int, output: Int)
    ) throws {
        var generator = SeededGenerator(seed: UInt64(window.kernel * 100 + channels.input))
        let count = channels.output * window.kernel * window.kernel * channels.input
        let scales = (0..<channels.output).map { _ in
            Float.random(in: 0.001...0.01, using: &generator)
        }
        let layer = try Layer(
            kernel: window.kernel, stride: window.stride, channels: channels, type: .float32,
            filterType: .int8,
            weights: (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) },
            filterQuantization: #require(
                Quantization(scales: scales, zeroPoints: scales.map { _ in 0 }, axis: 0)),
            biases: scales.map { _ in Float.random(in: -1...1, using: &generator) })
        let images = (0..<2).map { image in
            (0..<5 * 13 * channels.input).flatMap { _ in
                Float.random(in: -1...(2 + Float(image)), using: &generator)
                    .bitPattern.littleEndianBytes
            }
        }
        for threads in [1, 3] {
            let alone = try images.flatMap { try layer.run([$0], threads: threads) }
            #expect(try layer.run(images, threads: threads) == alone)
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
        var generator = SeededGenerator(seed: UInt64(window.kernel))
        let depth = 11
        let weights = (0..<16 * window.kernel * window.kernel * depth).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        let image = (0..<5 * 13 * depth).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let isSigned = type == .int8
        func run(_ channels: Int, threads: Int) throws -> [UInt8] {
            let layer = Layer(
                kernel: window.kernel, stride: window.stride, channels: (depth, channels),
                type: type, filterType: type, weights: weights,
                filterQuantization: Quantization(scale: 0.02, zeroPoint: isSigned ? 0 : 117),
                inputQuantization: Quantization(scale: 0.05, zeroPoint: isSigned ? -9 : 140),
                outputQuantization: Quantization(scale: 4, zeroPoint: isSigned ? 4 : 125))
            return try layer.run([image], threads: threads)
        }
        let many = try run(16, threads: 1)
        #expect(Set(many).count > 20)
        for channels in [1, 3, 4] {
            let expected = stride(from: 0, to: many.count, by: 16).flatMap {
                many[$0..<($0 + channels)]
            }
            for threads in [1, 3] {
                #expect(try run(channels, threads: threads) == expected)
            }
        }
    }
}

import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Compares transposed convolutions with constant weights, which are computed as products, with the
/// loop that computes layers whose weights are an input.
@Suite struct SpreadProductTests {
    /// The numbers of input and output channels.
    private static let channels = [(1, 1), (3, 8), (8, 33), (17, 3), (33, 17)]

    /// A transposed convolution of two images of `height × width` pixels.
    private struct Layer {
        var type = ElementType.float32
        var channels: (input: Int, output: Int)
        var size: (height: Int, width: Int)
        var kernel: (height: Int, width: Int)
        var stride: (height: Int, width: Int)
        var isSame: Bool
        var hasBias = true

        /// The output extent, which for odd inputs is one less than the largest one.
        private func extent(_ input: Int, _ kernel: Int, _ stride: Int) -> Int {
            isSame ? input * stride - (stride > 1 ? input % 2 : 0) : (input - 1) * stride + kernel
        }

        private func quantization(_ scale: Float, _ zeroPoint: Int) -> Quantization? {
            type == .float32 ? nil : Quantization(scale: scale, zeroPoint: zeroPoint)
        }

        private var filterQuantization: Quantization? {
            guard type == .int8 else { return quantization(0.25, 119) }
            let scales = (0..<channels.output).map { 0.25 + Float($0 % 5) / 16 }
            return channels.output == 1
                ? Quantization(scale: 0.25, zeroPoint: 0)
                : Quantization(
                    scales: scales, zeroPoints: scales.map { _ in 0 }, axis: 0)
        }

        /// Runs the layer.
        func run(_ threads: Int, isConstant: Bool) throws -> [UInt8] {
            var builder = ModelBuilder()
            let shape = builder.constant(
                "shape",
                [
                    2, extent(size.height, kernel.height, stride.height),
                    extent(size.width, kernel.width, stride.width), channels.output,
                ])
            let filterShape = [channels.output, kernel.height, kernel.width, channels.input]
            let weights = elements(filterShape.reduce(1, *), seed: 3)
            let filter = builder.tensor(
                "w", type, filterShape, quantization: filterQuantization,
                data: isConstant ? weights : nil)
            let inputShape = [2, size.height, size.width, channels.input]
            let input = builder.tensor(
                "x", type, inputShape, quantization: quantization(0.5, type == .int8 ? -11 : 97))
            let output = builder.tensor(
                "y", type, [1, 1, 1, 1],
                quantization: quantization(
                    Float(20 * channels.input), type == .int8 ? -3 : 120))
            var inputs: [Int?] = [shape, filter, input]
            if hasBias {
                let bytes =
                    type == .float32
                    ? elements(channels.output, seed: 4)
                    : (0..<channels.output).flatMap { Int32(700 * $0 - 5000).littleEndianBytes }
                inputs.append(
                    builder.tensor(
                        "b", type == .float32 ? .float32 : .int32, [channels.output], data: bytes))
            }
            builder.node(
                builtin: BuiltinOperator.transposeConv.number, inputs: inputs, outputs: [output],
                options: [
                    0: .byte(isSame ? 0 : 1), 1: .int(stride.width), 2: .int(stride.height),
                ])
            builder.inputs = isConstant ? [input] : [input, filter]
            builder.outputs = [output]
            let model = try ModelReader.read(ModelBytes(builder.build()))
            let graph = try model.prepare(pool: WorkerPool(threadCount: threads))
            let execution = Execution(graph)
            for (tensor, bytes) in zip(
                graph.inputs, [elements(inputShape.reduce(1, *), seed: 5), weights])
            {
                bytes.withUnsafeBytes { execution.bytes(tensor).copyMemory(from: $0) }
            }
            try execution.run()
            return Array(execution.bytes(graph.outputs[0]))
        }

        private func elements(_ count: Int, seed: UInt64) -> [UInt8] {
            var random = SeededGenerator(seed: seed)
            return type == .float32
                ? (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
                    .littleEndianBytes
                : (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
    }

    private static func check(_ layer: Layer, threads: Int) throws {
        let expected = try layer.run(1, isConstant: false)
        let bytes = try layer.run(threads, isConstant: true)
        guard layer.type == .float32 else {
            #expect(bytes == expected, "\(layer)")
            return
        }
        let (values, sums) = ([Float](bytes: bytes), [Float](bytes: expected))
        #expect(values.count == sums.count)
        let error = zip(values, sums).map { abs($0 - $1) }.max() ?? 0
        #expect(error < 1e-4, "\(layer)")
    }

    @Test(arguments: [ElementType.float32, .int8, .uint8])
    func equalsTheLoop(_ type: ElementType) throws {
        var number = 0
        for kernel in 1...5 {
            for stride in 1...3 {
                for isSame in [false, true] {
                    let layer = Layer(
                        type: type, channels: Self.channels[number % 5],
                        size: (3 + number % 3, 7 - number % 2), kernel: (kernel, kernel),
                        stride: (stride, stride), isSame: isSame, hasBias: number % 4 > 0)
                    try Self.check(layer, threads: 1 + number % 2 * 2)
                    number += 1
                }
            }
        }
    }

    /// Filters and strides that differ along the axes, and rows that many tiles compute.
    @Test(arguments: [ElementType.float32, .int8])
    func oblongFilters(_ type: ElementType) throws {
        for (kernel, stride) in [
            ((1, 4), (1, 2)), ((4, 1), (2, 1)), ((2, 5), (2, 3)), ((3, 2), (1, 2)),
        ] {
            for isSame in [false, true] {
                let layer = Layer(
                    type: type, channels: (16, 19), size: (6, 40), kernel: kernel, stride: stride,
                    isSame: isSame)
                try Self.check(layer, threads: 3)
            }
        }
    }

    /// Volumes: convolutions and transposed ones.
    @Test(arguments: [false, true], [(1, 1), (2, 2), (3, 2), (3, 1)])
    func volumes(isTransposed: Bool, _ steps: (kernel: Int, stride: Int)) throws {
        for (inner, outer) in [(3, 5), (17, 18)] {
            for isSame in [false, true] {
                let values = try [false, true].map { isConstant in
                    try Self.volume(
                        isTransposed, steps.kernel, steps.stride, isSame, (inner, outer),
                        isConstant: isConstant)
                }
                #expect(values[0].count == values[1].count)
                let error = zip(values[0], values[1]).map { abs($0 - $1) }.max() ?? 0
                #expect(error < 1e-4)
            }
        }
    }

    private static func volume(
        _ isTransposed: Bool, _ kernel: Int, _ stride: Int, _ isSame: Bool,
        _ channels: (input: Int, output: Int), isConstant: Bool
    ) throws -> [Float] {
        var builder = ModelBuilder()
        var random = SeededGenerator(seed: 7)
        let (fine, coarse) = (
            [5, 4, 7],
            [5, 4, 7].map {
                isSame ? ($0 - 1) / stride + 1 : ($0 - kernel) / stride + 1
            }
        )
        let size = isTransposed ? coarse : fine
        let pair =
            isTransposed ? [channels.output, channels.input] : [channels.input, channels.output]
        let filterShape = [kernel, kernel, kernel] + pair
        let inputShape = [2] + size + [channels.input]
        let weights = (0..<filterShape.reduce(1, *)).map { _ in
            Float.random(in: -1...1, using: &random)
        }.littleEndianBytes
        let elements = (0..<inputShape.reduce(1, *)).map { _ in
            Float.random(in: -1...1, using: &random)
        }.littleEndianBytes
        let shape = builder.constant("shape", [2] + fine + [channels.output])
        let filter = builder.tensor(
            "w", .float32, filterShape, data: isConstant ? weights : nil)
        let input = builder.tensor("x", .float32, inputShape)
        let bias = builder.constant(
            "b", (0..<channels.output).map { Float($0) / 8 }, shape: [channels.output])
        let output = builder.tensor("y", .float32, [1, 1, 1, 1, 1])
        let code = isTransposed ? BuiltinOperator.conv3DTranspose : .conv3D
        builder.node(
            builtin: code.number,
            inputs: isTransposed ? [shape, filter, input, bias] : [input, filter, bias],
            outputs: [output],
            options: [
                0: .byte(isSame ? 0 : 1), 1: .int(stride), 2: .int(stride), 3: .int(stride),
            ])
        builder.inputs = isConstant ? [input] : [input, filter]
        builder.outputs = [output]
        let model = try ModelReader.read(ModelBytes(builder.build()))
        let graph = try model.prepare(pool: WorkerPool(threadCount: 2))
        let execution = Execution(graph)
        for (tensor, bytes) in zip(graph.inputs, [elements, weights]) {
            bytes.withUnsafeBytes { execution.bytes(tensor).copyMemory(from: $0) }
        }
        try execution.run()
        return [Float](bytes: Array(execution.bytes(graph.outputs[0])))
    }
}

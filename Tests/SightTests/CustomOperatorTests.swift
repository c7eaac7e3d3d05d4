import Foundation
import ModelFixtures
import Sight
import SightGeometry
import SightInference
import SightModelFile
import SightTensor
import Testing

@Suite struct CustomOperatorTests {
    /// Sums the colors of each pixel; the only option is the number of outputs.
    private struct SumOfColors: CustomOperator {
        static let name = "SumOfColors"
        let outputShapes: [[Int]]
        let kind: Int

        init(_ node: CustomNode) throws(CustomOperatorError) {
            guard node.inputs.count == 1, node.inputs[0].shape.count == 4 else {
                throw CustomOperatorError("it needs one image")
            }
            guard let kind = node.int32(at: 0) else {
                throw CustomOperatorError("it has no option")
            }
            self.kind = kind
            outputShapes = [Array(node.inputs[0].shape.dropLast()) + [1]]
        }

        func run(_ inputs: [CustomTensor]) throws(CustomOperatorError) -> [CustomTensor] {
            let values = try inputs[0].floats()
            var sums = [Float](repeating: 0, count: values.count / 3)
            for (index, value) in values.enumerated() { sums[index / 3] += value }
            switch kind {
            case 1: return [.float32([])]
            case 2: return [.int32(sums.map(Int32.init))]
            default: return [.float32(sums)]
            }
        }
    }

    private func model(options: [UInt8]) -> [UInt8] {
        var builder = ModelBuilder()
        let image = builder.tensor("image", .float32, [1, 2, 2, 3])
        let sum = builder.tensor("sum", .float32, [1, 2, 2, 1])
        builder.inputs = [image]
        builder.outputs = [sum]
        builder.node(custom: "SumOfColors", inputs: [image], outputs: [sum], options: options)
        return builder.build()
    }

    private func segmenter(_ bytes: [UInt8], isRegistered: Bool = true) throws -> Segmenter {
        var file = ModelFile(data: Data(bytes))
        if isRegistered { file.customOperators.append(SumOfColors.self) }
        var options = SegmenterOptions()
        options.normalization = try Normalization(mean: [0], std: [1024])
        return try Segmenter(file, options: options)
    }

    /// The expected sum is that of three colors of 128, scaled by 1/1024.
    @Test func aRegisteredOperatorRuns() throws {
        let mask = try segmenter(model(options: [0, 0, 0, 0])).mask(of: gray(4, 4))
        #expect(mask.confidences == [Float](repeating: 0.375, count: 4))
    }

    @Test func anUnregisteredOneIsNamed() throws {
        let bytes = model(options: [0, 0, 0, 0])
        let error = #expect(throws: DetectionError.self) {
            try segmenter(bytes, isRegistered: false)
        }
        #expect(error?.message.contains("custom operator SumOfColors") == true)
    }

    /// The custom operators of MediaPipe and LiteRT are built in.
    @Test func theirOperatorsAreRegistered() {
        let names = ModelFile(path: "any.tflite").customOperators.map { $0.name }
        for name in [
            "Convolution2DTransposeBias", "MaxPoolingWithArgmax2D", "MaxUnpooling2D",
            "LiteRtMaxUnpooling2D",
        ] {
            #expect(names.contains(name))
        }
    }

    @Test func itsRefusalNamesTheNode() throws {
        let bytes = model(options: [])
        let error = #expect(throws: DetectionError.self) { try segmenter(bytes) }
        #expect(error?.code == .invalidModel)
        #expect(error?.message.contains("SumOfColors #0 \"sum\": it has no option") == true)
    }

    @Test func outputsOfAnotherLengthEndTheRun() throws {
        let segmenter = try segmenter(model(options: [1, 0, 0, 0]))
        let image = try gray(4, 4)
        let error = #expect(throws: DetectionError.self) { try segmenter.mask(of: image) }
        #expect(error?.message.contains("it computed [0] elements") == true)
    }

    @Test func outputsOfAnotherTypeEndTheRun() throws {
        let segmenter = try segmenter(model(options: [2, 0, 0, 0]))
        let image = try gray(4, 4)
        let error = #expect(throws: DetectionError.self) { try segmenter.mask(of: image) }
        #expect(error?.message.contains("[\"int32\"] where the file has [\"float32\"]") == true)
    }

    /// Same: 2 × 2 places of stride 2 become 4 × 4; each input spreads over its own 2 × 2.
    @Test func transposedConvolutionSpreadsItsInputs() throws {
        let options: [UInt8] = [1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]
        let node = CustomNode(
            options: options,
            inputs: [
                .init(shape: [1, 2, 2, 1]),
                .init(shape: [1, 2, 2, 1], constant: .float32([1, 2, 3, 4])),
                .init(shape: [1], constant: .float32([0.5])),
            ])
        let layer = try Convolution2DTransposeBias(node)
        #expect(layer.outputShapes == [[1, 4, 4, 1]])
        #expect(
            try layer.run([.float32([1, 10, 100, 1000]), .float32([]), .float32([])]) == [
                .float32([
                    1.5, 2.5, 10.5, 20.5, 3.5, 4.5, 30.5, 40.5, 100.5, 200.5, 1000.5, 2000.5,
                    300.5, 400.5, 3000.5, 4000.5,
                ])
            ])
    }

    /// Valid with overlap: 3 wide at stride 1 over two columns.
    @Test func overlapsAddUp() throws {
        let node = CustomNode(
            options: [2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
            inputs: [
                .init(shape: [1, 1, 2, 1]),
                .init(shape: [1, 1, 3, 1], constant: .float32([1, 2, 3])),
                .init(shape: [1], constant: .float32([0])),
            ])
        let layer = try Convolution2DTransposeBias(node)
        #expect(layer.outputShapes == [[1, 1, 4, 1]])
        #expect(
            try layer.run([.float32([1, 10]), .float32([]), .float32([])])
                == [.float32([1, 12, 23, 30])])
    }

    @Test(arguments: [[UInt8](), [3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0]])
    func brokenOptionsAreRefused(_ options: [UInt8]) {
        let node = CustomNode(
            options: options,
            inputs: [
                .init(shape: [1, 1, 2, 1]), .init(shape: [1, 1, 1, 1], constant: .float32([1])),
                .init(shape: [1], constant: .float32([0])),
            ])
        #expect(throws: CustomOperatorError.self) { try Convolution2DTransposeBias(node) }
    }

    /// A person fills much of this photo and no corner of it.
    @Test(.enabled(if: SharedFixtures.areAvailable)) func mediaPipesSelfieModelRuns() throws {
        let segmenter = try Segmenter(
            ModelFile(path: SharedFixtures.path("models/misc/selfie_segmentation.tflite")))
        let image = try fixtureImage("images/mlkit/grace_hopper.jpg")
        let mask = try segmenter.mask(of: image)
        #expect(mask.width == 256 && mask.height == 256)
        let share = mask.shares.first { $0.classIndex == 1 }?.share ?? 0
        #expect((0.3...0.9).contains(share))
        #expect(mask.classIndex(at: Upright.Point(x: 2, y: 2)) == 0)
        let size = image.uprightSize
        #expect(mask.classIndex(at: Upright.Point(x: size.width / 2, y: size.height * 0.8)) == 1)
    }

    /// The engine's products and the operator's own loop.
    @Test(arguments: [1, 2], [(2, 2), (3, 2), (2, 3), (3, 1)])
    func transposedConvolutionRunsInTheEngine(
        padding: Int, _ steps: (kernel: Int, stride: Int)
    ) throws {
        var random = SeededGenerator(seed: 9)
        let shapes = [[2, 3, 4, 9], [5, steps.kernel, steps.kernel, 9], [5]]
        let values = shapes.map { shape in
            (0..<shape.reduce(1, *)).map { _ in Float.random(in: -1...1, using: &random) }
        }
        let options = [padding, steps.stride, steps.stride].flatMap {
            Int32(truncatingIfNeeded: $0).littleEndianBytes
        }
        let layer = try Convolution2DTransposeBias(
            CustomNode(
                options: options,
                inputs: [
                    .init(shape: shapes[0]),
                    .init(shape: shapes[1], constant: .float32(values[1])),
                    .init(shape: shapes[2], constant: .float32(values[2])),
                ]))
        let expected = try layer.run([.float32(values[0]), .float32([]), .float32([])])[0].floats()
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, shapes[0])
        let weights = builder.constant("w", values[1], shape: shapes[1])
        let bias = builder.constant("b", values[2], shape: shapes[2])
        let output = builder.tensor("y", .float32, [1, 1, 1, 1])
        builder.node(
            custom: Convolution2DTransposeBias.name, inputs: [input, weights, bias],
            outputs: [output], options: options)
        (builder.inputs, builder.outputs) = ([input], [output])
        let model = try ModelReader.read(ModelBytes(builder.build()))
        let graph = try model.prepare(
            pool: WorkerPool(threadCount: 1), customOperators: CustomOperatorList.standard.find)
        #expect(graph.outputs[0].shape.dimensions == layer.outputShapes[0])
        let execution = Execution(graph)
        values[0].withUnsafeBytes { execution.bytes(graph.inputs[0]).copyMemory(from: $0) }
        try execution.run()
        let bytes = execution.bytes(graph.outputs[0])
        for (index, sum) in expected.enumerated() {
            let value = bytes.load(fromByteOffset: 4 * index, as: Float.self)
            #expect(abs(value - sum) < 1e-5)
        }
    }

    /// Ignores its inputs.
    private struct Zero: CustomOperator {
        static let name = "Zero"
        let outputShapes = [[1]]

        init(_ node: CustomNode) {}

        func run(_ inputs: [CustomTensor]) -> [CustomTensor] { [.float32([0])] }
    }

    /// Many nodes with the same weights, each of which copies them.
    @Test func weightsThatManyNodesShare() throws {
        var builder = ModelBuilder()
        let (depth, count) = (512, 20)
        let input = builder.tensor("x", .float32, [1, 1, 1, depth])
        let weights = builder.constant(
            "w", [Float](repeating: 0, count: depth), shape: [1, 1, 1, depth])
        for number in 0..<count {
            let output = builder.tensor("y\(number)", .float32, [1, 1, 1, 1])
            builder.node(
                custom: Zero.name, inputs: [input, weights], outputs: [output])
            builder.outputs = [output]
        }
        builder.inputs = [input]
        let model = try ModelReader.read(ModelBytes(builder.build()))
        var limits = ModelLimits()
        limits.preparedByteCount = 4 * depth * (count - 1)
        let error = #expect(throws: ModelError.self) {
            try model.prepare(
                pool: WorkerPool(threadCount: 1), limits: limits,
                customOperators: CustomOperatorList([Zero.self]).find)
        }
        #expect(error?.code == .tooLarge)
        limits.preparedByteCount = 5 * depth * count
        _ = try model.prepare(
            pool: WorkerPool(threadCount: 1), limits: limits,
            customOperators: CustomOperatorList([Zero.self]).find)
    }
}

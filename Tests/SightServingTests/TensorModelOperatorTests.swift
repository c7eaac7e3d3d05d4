import ModelFixtures
import SightServing
import SightTensor
import Testing

/// Operators that TensorFlow Lite does not have: those that Sight ships, and those of the user.
@Suite struct TensorModelOperatorTests {
    /// Doubles its input.
    private struct Doubled: CustomOperator {
        static let name = "Doubled"
        let outputShapes: [[Int]]

        init(_ node: CustomNode) throws(CustomOperatorError) {
            guard node.inputs.count == 1 else { throw CustomOperatorError("it needs one input") }
            outputShapes = [node.inputs[0].shape]
        }

        func run(_ inputs: [CustomTensor]) throws(CustomOperatorError) -> [CustomTensor] {
            [.float32(try inputs[0].floats().map { 2 * $0 })]
        }
    }

    /// `x` to `y` by one node of ``Doubled``; the number of rows is open.
    private static func doubling() -> [UInt8] {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, [1, 2], shapeSignature: [-1, 2])
        let output = builder.tensor("y", .float32, [1, 2], shapeSignature: [-1, 2])
        (builder.inputs, builder.outputs) = ([input], [output])
        builder.node(custom: Doubled.name, inputs: [input], outputs: [output])
        return builder.build()
    }

    private func bytes(_ floats: [Float]) -> [UInt8] {
        floats.flatMap { $0.bitPattern.littleEndianBytes }
    }

    /// VALID with strides of 1 over two columns: overlapping places add up.
    @Test func aShippedOperatorRuns() throws {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, [1, 1, 2, 1])
        let weights = builder.constant("w", [1, 2, 3] as [Float], shape: [1, 1, 3, 1])
        let bias = builder.constant("b", [0] as [Float], shape: [1])
        let output = builder.tensor("y", .float32, [1, 1, 4, 1])
        (builder.inputs, builder.outputs) = ([input], [output])
        builder.node(
            custom: "Convolution2DTransposeBias", inputs: [input, weights, bias],
            outputs: [output], options: [2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
        let runner = try TensorModel(builder.build(), threads: 1).makeRunner()
        let value = TensorValue(
            name: "x", elementType: .float32, shape: [1, 1, 2, 1], bytes: bytes([1, 10])[...])
        #expect(try Array(runner.run([value])[0].bytes) == bytes([1, 12, 23, 30]))
    }

    /// The second number of rows is not that of the file.
    @Test(arguments: [1, 3]) func anOperatorOfTheUserRuns(rows: Int) throws {
        let model = try TensorModel(
            Self.doubling(), threads: 1, customOperators: .standard + [Doubled.self])
        let values = (0..<2 * rows).map(Float.init)
        let value = TensorValue(
            name: "x", elementType: .float32, shape: try #require(Shape([rows, 2])),
            bytes: bytes(values)[...])
        let output = try model.makeRunner().run([value])[0]
        #expect(Array(output.bytes) == bytes(values.map { 2 * $0 }))
    }

    @Test func withoutItTheModelIsRefused() {
        let error = #expect(throws: ServingError.self) {
            try TensorModel(Self.doubling(), threads: 1)
        }
        #expect(error?.code == .modelUnusable)
        #expect(error?.message.contains("Doubled") == true, "\(error?.message ?? "")")
    }
}

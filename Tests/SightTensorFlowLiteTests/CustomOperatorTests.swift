import Foundation
import ModelFixtures
import SightTensor
import SightTensorFlowLite
import Testing

/// Operators that TensorFlow Lite does not have: those that Sight ships, and those of the user.
@Suite struct CustomOperatorTests {
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

    /// `x` to `y` by one node of ``Doubled``, with a signature.
    private static func doubling() -> Data {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, [2])
        let output = builder.tensor("y", .float32, [2])
        (builder.inputs, builder.outputs) = ([input], [output])
        builder.node(custom: Doubled.name, inputs: [input], outputs: [output])
        builder.signature("double", inputs: [("x", input)], outputs: [("y", output)])
        return Data(builder.build())
    }

    private static var options: Interpreter.Options {
        var options = Interpreter.Options()
        options.customOperators.append(Doubled.self)
        return options
    }

    /// SAME with strides of 2: each element of the input spreads over its own 2 × 2 of the output.
    @Test func aShippedOperatorRuns() throws {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, [1, 2, 2, 1])
        let weights = builder.constant("w", [1, 2, 3, 4] as [Float], shape: [1, 2, 2, 1])
        let bias = builder.constant("b", [0.5] as [Float], shape: [1])
        let output = builder.tensor("y", .float32, [1, 4, 4, 1])
        (builder.inputs, builder.outputs) = ([input], [output])
        builder.node(
            custom: Convolution2DTransposeBias.name, inputs: [input, weights, bias],
            outputs: [output], options: [1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0])
        let interpreter = try Interpreter(modelData: Data(builder.build()))
        try interpreter.allocateTensors()
        try interpreter.copy(Data(floats: [1, 10, 100, 1000]), toInputAt: 0)
        try interpreter.invoke()
        #expect(
            try interpreter.output(at: 0).data.floats == [
                1.5, 2.5, 10.5, 20.5, 3.5, 4.5, 30.5, 40.5, 100.5, 200.5, 1000.5, 2000.5, 300.5,
                400.5, 3000.5, 4000.5,
            ])
    }

    /// The model ends in a sigmoid, and an image of one color shows nobody.
    @Test(.enabled(if: SharedFixtures.areAvailable)) func mediaPipesSelfieModelRuns() throws {
        let interpreter = try Interpreter(
            modelPath: SharedFixtures.path("models/misc/selfie_segmentation.tflite"))
        try interpreter.allocateTensors()
        #expect(try interpreter.input(at: 0).shape == [1, 256, 256, 3])
        let gray = [Float](repeating: 0.5, count: 256 * 256 * 3)
        try interpreter.copy(Data(floats: gray), toInputAt: 0)
        try interpreter.invoke()
        let output = try interpreter.output(at: 0)
        #expect(output.shape == [1, 256, 256, 1])
        #expect(output.data.floats.allSatisfy { (0..<0.5).contains($0) })
    }

    @Test func anOperatorOfTheUserRunsForEachShape() throws {
        let interpreter = try Interpreter(modelData: Self.doubling(), options: Self.options)
        for values in [[1.5, -2], [1, 2, 3]] as [[Float]] {
            try interpreter.resizeInput(at: 0, to: [values.count])
            try interpreter.allocateTensors()
            try interpreter.copy(Data(floats: values), toInputAt: 0)
            try interpreter.invoke()
            #expect(try interpreter.output(at: 0).data.floats == values.map { 2 * $0 })
        }
    }

    @Test func signaturesRunItToo() throws {
        let interpreter = try Interpreter(modelData: Self.doubling(), options: Self.options)
        let runner = try interpreter.signatureRunner(with: "double")
        try runner.allocateTensors()
        try runner.invoke(with: ["x": Data(floats: [4, 5])])
        #expect(try runner.output(named: "y").data.floats == [8, 10])
    }

    @Test func withoutItTheTensorsCannotBeAllocated() throws {
        let interpreter = try Interpreter(modelData: Self.doubling())
        #expect(throws: InterpreterError.failedToAllocateTensors) {
            try interpreter.allocateTensors()
        }
    }

    /// Options with other operators differ, and an empty list removes those that Sight ships.
    @Test func optionsHoldTheOperators() throws {
        let names = Interpreter.Options().customOperators.map { $0.name }
        #expect(names == [any CustomOperator.Type].standard.map { $0.name })
        #expect(names.contains("Convolution2DTransposeBias"))
        #expect(Self.options == Self.options)
        #expect(Self.options.hashValue == Self.options.hashValue)
        #expect(Self.options != Interpreter.Options())
        var options = Self.options
        options.customOperators = []
        let interpreter = try Interpreter(modelData: Self.doubling(), options: options)
        #expect(throws: InterpreterError.failedToAllocateTensors) {
            try interpreter.allocateTensors()
        }
    }
}

import Foundation
import ModelFixtures
import SightInference
import SightTensorFlowLite
import Testing

/// The checks of the original module's own tests, on the same models.
@Suite(.enabled(if: SharedFixtures.areAvailable)) struct PublishedInterpreterTests {
    private static let folder = "models/tiny/litert_testdata/"

    private static func load(_ name: String) throws -> Interpreter {
        try Interpreter(modelPath: SharedFixtures.url(folder + name).path)
    }

    /// The model multiplies each float of its input by three.
    @Test func add() throws {
        let interpreter = try Self.load("add.bin")
        try interpreter.resizeInput(at: 0, to: [2])
        try interpreter.allocateTensors()
        #expect(try interpreter.input(at: 0).name == "input")
        #expect(try interpreter.input(at: 0).dataType == .float32)
        #expect(try interpreter.output(at: 0).name == "output")
        try interpreter.copy(Data(floats: [1, 3]), toInputAt: 0)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).shape == [2])
        #expect(try interpreter.output(at: 0).data.floats == [3, 9])
        #expect(throws: InterpreterError.invalidTensorIndex(index: 1, maxIndex: 0)) {
            try interpreter.input(at: 1)
        }
        try interpreter.resizeInput(at: 0, to: [2, 2, 3])
        try interpreter.allocateTensors()
        #expect(try interpreter.input(at: 0).shape == [2, 2, 3])
    }

    /// bfloat16 changes the outputs of a float model, by less than 2 % of the largest.
    @Test func bfloat16() throws {
        let path = SharedFixtures.url("models/mlperf_tiny/pretrainedResnet.tflite").path
        var options = Interpreter.Options()
        let outputs = try [false, true].map { isRounded in
            options.isBFloat16Enabled = isRounded
            let interpreter = try Interpreter(modelPath: path, options: options)
            try interpreter.allocateTensors()
            let pixels = (0..<32 * 32 * 3).map { Float($0 * 37 % 256) }
            try interpreter.copy(Data(floats: pixels), toInputAt: 0)
            try interpreter.invoke()
            return try interpreter.output(at: 0).data.floats
        }
        let largest = try #require(outputs[0].max())
        let differences = zip(outputs[0], outputs[1]).map { abs($0 - $1) }
        #expect(differences.allSatisfy { $0 <= largest * 0.02 })
        #expect(differences.contains { $0 > 0 } == FloatPrecision.bfloat16.isAvailable)
    }

    @Test func addQuantized() throws {
        let interpreter = try Self.load("add_quantized.bin")
        try interpreter.resizeInput(at: 0, to: [2])
        try interpreter.allocateTensors()
        let input = try interpreter.copy(Data([1, 3]), toInputAt: 0)
        #expect(input.dataType == .uInt8)
        #expect(abs((input.quantizationParameters?.scale ?? .nan) - 0.003922) <= 1e-6)
        #expect(input.quantizationParameters?.zeroPoint == 0)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).data == Data([3, 9]))
    }

    @Test func multiAdd() throws {
        let interpreter = try Self.load("multi_add.bin")
        #expect(interpreter.inputTensorCount == 4)
        #expect(interpreter.outputTensorCount == 2)
        for index in 0..<4 {
            try interpreter.resizeInput(at: index, to: [1])
        }
        try interpreter.allocateTensors()
        for (index, value) in [Float(1.23), 2.43, 2.43, 1.23].enumerated() {
            try interpreter.copy(Data(floats: [value]), toInputAt: index)
        }
        try interpreter.invoke()
        // One rounding an addition.
        let outputs = try (0..<2).map { try interpreter.output(at: $0).data.floats[0] }
        #expect(abs(outputs[0] - 6.09) <= 1e-5)
        #expect(abs(outputs[1] - 6.09) <= 1e-5)
    }

    @Test(arguments: [("add", [Float(4), 6]), ("sub", [-1, 1])])
    func signatures(key: String, expected: [Float]) throws {
        let interpreter = try Self.load("multi_signatures.bin")
        #expect(interpreter.signatureKeys == ["add", "sub"])
        let runner = try interpreter.signatureRunner(with: key)
        #expect(runner.inputs == ["x"])
        #expect(runner.outputs == ["output_0"])
        #expect(try runner.input(named: "x").shape == [1])
        #expect(throws: SignatureRunnerError.invalidTensorDataCount(provided: 8, required: 4)) {
            try runner.invoke(with: ["x": Data(count: 8)])
        }
        try runner.resizeInput(named: "x", toShape: [2])
        try runner.invoke(with: ["x": Data(floats: [2, 4])])
        #expect(try runner.output(named: "output_0").data.floats == expected)
        #expect(throws: SignatureRunnerError.failedToCreateSignatureRunner(signatureKey: "dummy")) {
            try interpreter.signatureRunner(with: "dummy")
        }
    }

    /// The original refuses these files, too.
    @Test(arguments: [
        "models/tiny/litert_testdata/test_model_broken.bin",
        "models/tiny/litert_testdata/0_subgraphs.bin",
        "models/tiny/litert_testdata/no_subgraphs.bin",
        "models/tiny/litert_java/invalid_model.bin",
        "models/malformed/flutter/bad_model.tflite",
        "models/malformed/coral_invalid_models/model_invoking_error.tflite",
    ])
    func damagedFilesAreRejected(path: String) {
        #expect(throws: (any Error).self) {
            let interpreter = try Interpreter(modelPath: SharedFixtures.url(path).path)
            try interpreter.allocateTensors()
        }
    }
}

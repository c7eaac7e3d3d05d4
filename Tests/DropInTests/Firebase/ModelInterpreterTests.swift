import FirebaseMLCommon
import FirebaseMLModelInterpreter
import Foundation
import ModelFixtures
import SightDropIn
import SightTensor
import Testing

@Suite struct ModelInterpreterTests {
    private let options = ModelInputOutputOptions()

    init() throws {
        try options.setInputFormat(index: 0, type: .uInt8, dimensions: [1, 4, 4, 3])
        try options.setOutputFormat(index: 0, type: .uInt8, dimensions: [1, 3])
    }

    private func interpreter() throws -> ModelInterpreter {
        let path = try ScratchFiles.file(StubModels.classifier(scores: [3, 7, 250]))
        return .modelInterpreter(localModel: CustomLocalModel(modelPath: path))
    }

    private func run(_ interpreter: ModelInterpreter, _ input: Any) async throws -> ModelOutputs {
        let inputs = ModelInputs()
        try inputs.addInput(input)
        return try await withCheckedThrowingContinuation { continuation in
            interpreter.run(inputs: inputs, options: options) { outputs, error in
                dispatchPrecondition(condition: .onQueue(DetectionCallbacks.queue))
                continuation.resume(
                    with: outputs.map { .success($0) }
                        ?? .failure(error ?? CancellationError()))
            }
        }
    }

    @Test func takesBytesAndNestedNumbers() async throws {
        let interpreter = try interpreter()
        let pixel: [UInt8] = [1, 2, 3]
        let rows = [[[[UInt8]]]](
            repeating: [[[UInt8]]](repeating: [[UInt8]](repeating: pixel, count: 4), count: 4),
            count: 1)
        let numbers = rows.map { $0.map { $0.map { $0.map { NSNumber(value: $0) } } } }
        for input in [Data(count: 48), rows, numbers] as [Any] {
            let outputs = try await run(interpreter, input)
            let scores = try #require(try outputs.output(index: 0) as? [[NSNumber]])
            #expect(scores.map { $0.map(\.intValue) } == [[3, 7, 250]])
            #expect(throws: NSError.self) { try outputs.output(index: 1) }
        }
    }

    @Test func saysWhatIsWrong() async throws {
        func code(_ interpreter: ModelInterpreter, _ input: Any) async -> Int? {
            do {
                _ = try await run(interpreter, input)
                return nil
            } catch {
                return (error as NSError).code
            }
        }
        let interpreter = try interpreter()
        #expect(await code(interpreter, Data(count: 3)) == SightErrorCode.invalidArgument.rawValue)
        #expect(await code(interpreter, ["text"]) == SightErrorCode.invalidArgument.rawValue)
        let remote = ModelInterpreter.modelInterpreter(
            remoteModel: CustomRemoteModel(name: "absent"))
        #expect(
            await code(remote, Data(count: 48)) == SightErrorCode.modelNotDownloaded.rawValue)
        let missing = ModelInterpreter.modelInterpreter(
            localModel: CustomLocalModel(modelPath: "/no/model.tflite"))
        #expect(await code(missing, Data(count: 48)) == SightErrorCode.modelNotFound.rawValue)
        let damaged = ModelInterpreter.modelInterpreter(
            localModel: CustomLocalModel(modelPath: try ScratchFiles.file(Array("text".utf8))))
        #expect(
            await code(damaged, Data(count: 48)) == SightErrorCode.incompatibleModel.rawValue)
        #expect(throws: NSError.self) { try ModelInputs().addInput("text") }
        #expect(throws: NSError.self) {
            try options.setInputFormat(index: 0, type: .unknown, dimensions: [1])
        }
        #expect(throws: NSError.self) {
            try options.setOutputFormat(index: 0, type: .float32, dimensions: [1, 0])
        }
        // The product overflows before the last dimension, not at it.
        let side = NSNumber(value: (1 << 40) as Int)
        #expect(throws: NSError.self) {
            try options.setOutputFormat(index: 0, type: .uInt8, dimensions: [side, side, 1])
        }
        try options.setOutputFormat(index: 0, type: .float32, dimensions: [1, 3])
        #expect(await code(interpreter, Data(count: 48)) == SightErrorCode.invalidArgument.rawValue)
    }

    /// Formats of floats for inputs and outputs with the same dimensions.
    private static func floats(_ inputs: [[NSNumber]], _ output: [NSNumber]) throws
        -> ModelInputOutputOptions
    {
        let options = ModelInputOutputOptions()
        for (index, dimensions) in inputs.enumerated() {
            try options.setInputFormat(
                index: UInt(index), type: .float32, dimensions: dimensions)
        }
        try options.setOutputFormat(index: 0, type: .float32, dimensions: output)
        return options
    }

    private static func inputs(_ values: [Any]) throws -> ModelInputs {
        let inputs = ModelInputs()
        for value in values { try inputs.addInput(value) }
        return inputs
    }

    private static func interpreter(_ builder: ModelBuilder) throws -> ModelInterpreter {
        let path = try ScratchFiles.file(builder.build())
        return .modelInterpreter(localModel: CustomLocalModel(modelPath: path))
    }

    /// A model that copies its input, which has three elements.
    private static func copy() throws -> ModelInterpreter {
        var builder = ModelBuilder()
        let input = builder.tensor("input", .float32, [1, 3])
        let extents = builder.constant("shape", [1, 3])
        let output = builder.tensor("output", .float32, [1, 3])
        builder.inputs = [input]
        builder.outputs = [output]
        builder.node(builtin: 22, inputs: [input, extents], outputs: [output])
        return try interpreter(builder)
    }

    @Test func worksAfterAShapeThatTheModelRefuses() async throws {
        let interpreter = try Self.copy()
        let (good, bad) = (try Self.floats([[1, 3]], [1, 3]), try Self.floats([[2, 3]], [2, 3]))
        let row: [NSNumber] = [1, 2, 3]
        for _ in 0..<2 {
            let outputs = try await interpreter.run(inputs: Self.inputs([[row]]), options: good)
            #expect(try outputs.output(index: 0) as? [[NSNumber]] == [row])
            for _ in 0..<2 {
                let error = await #expect(throws: NSError.self) {
                    _ = try await interpreter.run(
                        inputs: Self.inputs([[row, row]]), options: bad)
                }
                #expect(error?.code == SightErrorCode.invalidArgument.rawValue)
                #expect(error?.localizedDescription.contains("Failed to allocate") == true)
            }
        }
    }

    @Test func resizesSeveralInputs() async throws {
        var builder = ModelBuilder()
        builder.inputs = [
            builder.tensor("a", .float32, [1, 3]), builder.tensor("b", .float32, [1, 3]),
        ]
        builder.outputs = [builder.tensor("sum", .float32, [1, 3])]
        builder.node(builtin: 0, inputs: builder.inputs, outputs: builder.outputs)
        let interpreter = try Self.interpreter(builder)
        let rows: [[NSNumber]] = [[1, 2, 3], [4, 5, 6]]
        for count in [2, 1, 2] {
            let dimensions = [NSNumber(value: count), 3]
            let outputs = try await interpreter.run(
                inputs: Self.inputs([Array(rows.prefix(count)), Array(rows.prefix(count))]),
                options: Self.floats([dimensions, dimensions], dimensions))
            let sums: [[NSNumber]] = [[2, 4, 6], [8, 10, 12]]
            #expect(try outputs.output(index: 0) as? [[NSNumber]] == Array(sums.prefix(count)))
        }
    }

    /// The bits of integers are no floats.
    @Test func refusesOtherTypesOfInputs() async throws {
        let interpreter = try Self.copy()
        let options = try Self.floats([[1, 3]], [1, 3])
        try options.setInputFormat(index: 0, type: .int32, dimensions: [1, 3])
        for value in [[[1, 2, 3] as [NSNumber]], Data(count: 12)] as [Any] {
            let error = await #expect(throws: NSError.self) {
                _ = try await interpreter.run(inputs: Self.inputs([value]), options: options)
            }
            #expect(error?.code == SightErrorCode.invalidArgument.rawValue)
            let text = "input 0 is float32 [1, 3]; the options say "
            #expect(error?.localizedDescription.contains(text) == true)
        }
    }

    /// Apps that collect no statistics say so.
    @Test func statisticsCanBeSwitchedOff() throws {
        let interpreter = try interpreter()
        #expect(interpreter.isStatsCollectionEnabled)
        interpreter.isStatsCollectionEnabled = false
        #expect(!interpreter.isStatsCollectionEnabled)
    }

    @Test func asynchronousFormsReturnTheSame() async throws {
        let interpreter = try interpreter()
        let inputs = ModelInputs()
        try inputs.addInput(Data(count: 48))
        let outputs = try await interpreter.run(inputs: inputs, options: options)
        let scores = try #require(try outputs.output(index: 0) as? [[NSNumber]])
        #expect(scores == [[3, 7, 250]])
        #expect(try await interpreter.inputIndex(opName: "image") == 0)
        #expect(try await interpreter.outputIndex(opName: "scores") == 0)
        let error = await #expect(throws: NSError.self) {
            try await interpreter.inputIndex(opName: "absent")
        }
        #expect(error?.code == SightErrorCode.notFound.rawValue)
    }

    @Test func findsIndicesByName() async throws {
        let interpreter = try interpreter()
        let index = await withCheckedContinuation { continuation in
            interpreter.inputIndex(opName: "image") { index, _ in
                continuation.resume(returning: index?.intValue)
            }
        }
        #expect(index == 0)
        let error = await withCheckedContinuation { continuation in
            interpreter.outputIndex(opName: "absent") { _, error in
                continuation.resume(returning: (error as NSError?)?.code)
            }
        }
        #expect(error == SightErrorCode.notFound.rawValue)
        let output = await withCheckedContinuation { continuation in
            interpreter.outputIndex(opName: "scores") { index, _ in
                continuation.resume(returning: index?.intValue)
            }
        }
        #expect(output == 0)
    }
}

import FirebaseMLCommon
import FirebaseMLModelInterpreter
import Foundation
import ModelFixtures
import SightDropIn
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

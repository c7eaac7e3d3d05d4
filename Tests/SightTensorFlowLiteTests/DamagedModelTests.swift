import Foundation
import ModelFixtures
import SightTensorFlowLite
import Testing

@Suite(.enabled(if: SharedFixtures.areAvailable)) struct DamagedModelTests {
    @Test(arguments: [
        "models/tiny/litert_testdata/test_model_broken.bin",
        "models/tiny/litert_testdata/0_subgraphs.bin",
        "models/tiny/litert_testdata/no_subgraphs.bin",
        "models/tiny/litert_java/invalid_model.bin",
        "models/malformed/flutter/bad_model.tflite",
    ])
    func rejected(path: String) {
        #expect(throws: (any Error).self) {
            let interpreter = try Interpreter(modelPath: SharedFixtures.url(path).path)
            try interpreter.allocateTensors()
        }
    }

    /// A graph without nodes and tensors is legal.
    @Test func emptyGraph() throws {
        let path = "models/tiny/litert_testdata/empty_model.bin"
        let interpreter = try Interpreter(modelPath: SharedFixtures.url(path).path)
        try interpreter.allocateTensors()
        try interpreter.invoke()
        #expect(throws: InterpreterError.invalidTensorIndex(index: 0, maxIndex: -1)) {
            try interpreter.output(at: 0)
        }
    }

    /// An unknown custom operator is an error when tensors are allocated, as in the original.
    @Test func unresolvedCustomOperator() throws {
        let path = "models/malformed/coral_invalid_models/model_invoking_error.tflite"
        let interpreter = try Interpreter(modelPath: SharedFixtures.url(path).path)
        #expect(throws: InterpreterError.failedToAllocateTensors) {
            try interpreter.allocateTensors()
        }
    }
}

import Foundation
import SightTensor
import SightTensorFlowLite
import Testing

/// Inputs and outputs of strings.
@Suite struct StringTensorTests {
    private func interpreter(_ type: ElementType = .string) throws -> Interpreter {
        try Interpreter(modelData: SmallModels.copy(type, [2, 2], signatures: ["copy"]))
    }

    private let words = ["one", "", "Käse", "one"]
    /// `words`, packed.
    private let packed =
        Data([4, 0, 0, 0, 24, 0, 0, 0, 27, 0, 0, 0, 27, 0, 0, 0, 32, 0, 0, 0, 35, 0, 0, 0])
        + Data("oneKäseone".utf8)

    @Test func stringsAreCopied() throws {
        let interpreter = try interpreter()
        try interpreter.allocateTensors()
        #expect(try interpreter.input(at: 0).strings == ["", "", "", ""])
        let input = try interpreter.copy(words, toInputAt: 0)
        #expect(input.strings == words)
        #expect(input.dataType == .string)
        #expect(input.data == packed)
        try interpreter.invoke()
        let output = try interpreter.output(at: 0)
        #expect(output.strings == words)
        #expect(output.shape == [4])
        try interpreter.copy(["a", "b", "c", "d"], toInputAt: 0)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).strings == ["a", "b", "c", "d"])
    }

    @Test func packedStringsAreCopied() throws {
        let interpreter = try interpreter()
        try interpreter.allocateTensors()
        try interpreter.copy(packed, toInputAt: 0)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).data == packed)
        #expect(throws: InterpreterError.failedToCopyDataToInputTensor) {
            try interpreter.copy(Data([1, 2, 3]), toInputAt: 0)
        }
        #expect(throws: InterpreterError.invalidTensorDataCount(provided: 0, required: 4)) {
            try interpreter.copy(Data([0, 0, 0, 0, 8, 0, 0, 0]), toInputAt: 0)
        }
        #expect(try interpreter.input(at: 0).strings == words)
    }

    @Test func wrongUseIsRefused() throws {
        let interpreter = try interpreter()
        #expect(throws: InterpreterError.allocateTensorsRequired) {
            try interpreter.copy(words, toInputAt: 0)
        }
        #expect(throws: InterpreterError.invalidTensorIndex(index: 1, maxIndex: 0)) {
            try interpreter.copy(words, toInputAt: 1)
        }
        try interpreter.allocateTensors()
        #expect(throws: InterpreterError.invalidTensorDataCount(provided: 1, required: 4)) {
            try interpreter.copy(["a"], toInputAt: 0)
        }
        let numbers = try self.interpreter(.float32)
        try numbers.allocateTensors()
        #expect(throws: InterpreterError.invalidTensorDataType) {
            try numbers.copy(words, toInputAt: 0)
        }
        #expect(try numbers.input(at: 0).strings == nil)
    }

    @Test func signaturesTakeStrings() throws {
        let runner = try interpreter().signatureRunner(with: "copy")
        try runner.copy(words, toInputNamed: "x")
        try runner.invoke(with: [:])
        #expect(try runner.output(named: "y").strings == words)
        try runner.invoke(with: ["x": packed])
        #expect(try runner.output(named: "y").data == packed)
        #expect(throws: SignatureRunnerError.failedToCopyDataToInputTensor) {
            try runner.copy(Data([9]), toInputNamed: "x")
        }
        #expect(throws: SignatureRunnerError.invalidTensorDataCount(provided: 1, required: 4)) {
            try runner.copy(["a"], toInputNamed: "x")
        }
        let numbers = try interpreter(.int8).signatureRunner(with: "copy")
        #expect(throws: SignatureRunnerError.invalidTensorDataType) {
            try numbers.copy(words, toInputNamed: "x")
        }
    }
}

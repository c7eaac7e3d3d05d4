import Foundation
import SightTensorFlowLite
import Testing

/// The tensors that were not resized, as LiteRT 2.3.0 keeps them.
@Suite struct ResizedInputTests {
    private static let a = Data(floats: [1, 2, 3])
    private static let b = Data(floats: [4, 5, 6])

    /// An interpreter that has added `a` and `b`.
    private func interpreter() throws -> Interpreter {
        let interpreter = try Interpreter(modelData: SmallModels.sum(signature: "add"))
        try interpreter.allocateTensors()
        try interpreter.copy(Self.a, toInputAt: 0)
        try interpreter.copy(Self.b, toInputAt: 1)
        try interpreter.invoke()
        return interpreter
    }

    /// Programs read the shape of each input, and resize it, in one loop.
    @Test func allInputsInALoop() throws {
        let interpreter = try interpreter()
        for index in 0..<interpreter.inputTensorCount {
            let extents = try interpreter.input(at: index).shape.dimensions
            try interpreter.resizeInput(at: index, to: Tensor.Shape([2] + extents.dropFirst()))
        }
        #expect(throws: InterpreterError.allocateTensorsRequired) {
            try interpreter.input(at: 1)
        }
        try interpreter.allocateTensors()
        let rows = Data(floats: [1, 2, 3, 4, 5, 6])
        try interpreter.copy(rows, toInputAt: 0)
        try interpreter.copy(rows, toInputAt: 1)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).shape == [2, 3])
        #expect(try interpreter.output(at: 0).data.floats == [2, 4, 6, 8, 10, 12])
    }

    @Test func otherTensorsStayReadable() throws {
        let interpreter = try interpreter()
        try interpreter.resizeInput(at: 0, to: [2, 3])
        #expect(throws: InterpreterError.allocateTensorsRequired) {
            try interpreter.input(at: 0)
        }
        let other = try interpreter.input(at: 1)
        #expect(other.name == "b" && other.shape == [1, 3] && other.data == Self.b)
        let output = try interpreter.output(at: 0)
        #expect(output.shape == [1, 3] && output.data.floats == [5, 7, 9])
        #expect(try interpreter.inputFacts(at: 0).shape == [2, 3])
        #expect(try interpreter.outputFacts(at: 0).shape == [1, 3])
        #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
        // The old shape does not bring the old memory back.
        try interpreter.resizeInput(at: 0, to: [1, 3])
        #expect(throws: InterpreterError.allocateTensorsRequired) {
            try interpreter.input(at: 0)
        }
        #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
    }

    @Test func otherInputsKeepTheirData() throws {
        let interpreter = try interpreter()
        try interpreter.resizeInput(at: 0, to: [2, 3])
        #expect(throws: InterpreterError.allocateTensorsRequired) {
            try interpreter.copy(Data(count: 24), toInputAt: 0)
        }
        #expect(throws: InterpreterError.invalidTensorDataCount(provided: 24, required: 12)) {
            try interpreter.copy(Data(count: 24), toInputAt: 1)
        }
        // A slice of data has indices that do not start at 0.
        let slice = (Data([9]) + Data(floats: [7, 8, 9])).dropFirst()
        #expect(try interpreter.copy(slice, toInputAt: 1).data.floats == [7, 8, 9])
        try interpreter.allocateTensors()
        #expect(try interpreter.input(at: 1).data.floats == [7, 8, 9])
        try interpreter.copy(Data(floats: [1, 1, 1, 2, 2, 2]), toInputAt: 0)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).data.floats == [8, 9, 10, 9, 10, 11])
    }

    /// Shapes that do not go together leave the other input as it is.
    @Test func afterAFailedAllocation() throws {
        let interpreter = try interpreter()
        try interpreter.resizeInput(at: 0, to: [2, 4])
        for _ in 0..<2 {
            #expect(throws: InterpreterError.failedToAllocateTensors) {
                try interpreter.allocateTensors()
            }
            #expect(try interpreter.input(at: 1).data == Self.b)
        }
        try interpreter.resizeInput(at: 0, to: [1, 3])
        try interpreter.allocateTensors()
        try interpreter.copy(Self.a, toInputAt: 0)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).data.floats == [5, 7, 9])
    }

    @Test func signatures() throws {
        let runner = try interpreter().signatureRunner(with: "add")
        try runner.resizeInput(named: "a", toShape: [2, 3])
        #expect(throws: SignatureRunnerError.allocateTensorsRequired) {
            try runner.input(named: "a")
        }
        #expect(try runner.input(named: "b").data == Self.b)
        #expect(try runner.output(named: "sum").data.floats == [5, 7, 9])
        #expect(throws: SignatureRunnerError.invalidTensorDataCount(provided: 1, required: 12)) {
            try runner.copy(Data(count: 1), toInputNamed: "b")
        }
        try runner.invoke(with: ["a": Data(floats: [0, 0, 0, 1, 1, 1])])
        #expect(try runner.output(named: "sum").data.floats == [4, 5, 6, 5, 6, 7])
    }

    @Test func strings() throws {
        let interpreter = try Interpreter(modelData: SmallModels.strings())
        try interpreter.allocateTensors()
        try interpreter.copy(["one", "Käse"], toInputAt: 1)
        try interpreter.resizeInput(at: 0, to: [1])
        #expect(try interpreter.input(at: 1).strings == ["one", "Käse"])
        #expect(throws: InterpreterError.invalidTensorDataCount(provided: 1, required: 2)) {
            try interpreter.copy(["a"], toInputAt: 1)
        }
        #expect(throws: InterpreterError.failedToCopyDataToInputTensor) {
            try interpreter.copy(Data([1, 2, 3]), toInputAt: 1)
        }
        #expect(try interpreter.copy(["", "two"], toInputAt: 1).strings == ["", "two"])
        try interpreter.allocateTensors()
        try interpreter.copy(["a"], toInputAt: 0)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).strings == ["a"])
        #expect(try interpreter.output(at: 1).strings == ["", "two"])
    }
}

import Foundation
import ModelFixtures
import SightTensor
import SightTensorFlowLite
import Testing

/// Wrong use at run time gives a typed error, and the interpreter works afterwards.
@Suite struct HostileUseTests {
    /// An interpreter that picks rows of the input `[4, 2]` by the input of three indices.
    private static func gather() throws -> Interpreter {
        var builder = ModelBuilder()
        let table = builder.tensor("table", .float32, [4, 2])
        let indices = builder.tensor("indices", .int32, [3])
        let output = builder.tensor("rows", .float32, [3, 2])
        builder.inputs = [table, indices]
        builder.outputs = [output]
        builder.node(builtin: 36, inputs: [table, indices], outputs: [output])
        builder.signature(
            "pick", inputs: [("table", table), ("indices", indices)], outputs: [("rows", output)])
        let interpreter = try Interpreter(modelData: Data(builder.build()))
        try interpreter.allocateTensors()
        return interpreter
    }

    private static let table = Data(floats: (0..<8).map(Float.init))

    private static func indices(_ values: [Int32]) -> Data { values.withUnsafeBytes { Data($0) } }

    /// Runs with valid inputs and checks the result.
    private func expectUsable(_ interpreter: Interpreter) throws {
        try interpreter.allocateTensors()
        try interpreter.copy(Self.table, toInputAt: 0)
        try interpreter.copy(Self.indices([3, 0, 1]), toInputAt: 1)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).data.floats == [6, 7, 0, 1, 2, 3])
    }

    @Test(arguments: [0, 1, 31, 33, 1 << 16])
    func wrongSize(count: Int) throws {
        let interpreter = try Self.gather()
        #expect(throws: InterpreterError.invalidTensorDataCount(provided: count, required: 32)) {
            try interpreter.copy(Data(count: count), toInputAt: 0)
        }
        try expectUsable(interpreter)
    }

    @Test(arguments: [-1, 2, Int.max, Int.min])
    func wrongIndex(index: Int) throws {
        let interpreter = try Self.gather()
        let error = InterpreterError.invalidTensorIndex(index: index, maxIndex: 1)
        #expect(throws: error) { try interpreter.copy(Self.table, toInputAt: index) }
        #expect(throws: error) { try interpreter.resizeInput(at: index, to: Tensor.Shape([1])) }
        #expect(throws: error) { try interpreter.input(at: index) }
        try expectUsable(interpreter)
    }

    @Test(arguments: [4, -1, Int32.max, Int32.min])
    func indexOutOfRange(index: Int32) throws {
        let interpreter = try Self.gather()
        try interpreter.copy(Self.table, toInputAt: 0)
        try interpreter.copy(Self.indices([0, index, 1]), toInputAt: 1)
        #expect(throws: InterpreterError.self) { try interpreter.invoke() }
        try expectUsable(interpreter)
    }

    /// Extents that form no shape are refused immediately, too large ones when memory is allocated.
    @Test(arguments: [
        [-1, 2], [Int.max, Int.max], [1 << 40, 1 << 40], [1 << 30, 1 << 10], [1 << 40, 0], [],
    ])
    func impossibleShapes(extents: [Int]) throws {
        let interpreter = try Self.gather()
        #expect(throws: InterpreterError.self) {
            try interpreter.resizeInput(at: 0, to: Tensor.Shape(extents))
            try interpreter.allocateTensors()
        }
        try interpreter.resizeInput(at: 0, to: Tensor.Shape([4, 2]))
        try expectUsable(interpreter)
    }

    @Test func otherShapesRun() throws {
        let interpreter = try Self.gather()
        try interpreter.resizeInput(at: 0, to: Tensor.Shape([2, 4]))
        #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
        try interpreter.allocateTensors()
        try interpreter.copy(Self.table, toInputAt: 0)
        try interpreter.copy(Self.indices([1, 1, 0]), toInputAt: 1)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).shape == Tensor.Shape([3, 4]))
        try interpreter.resizeInput(at: 0, to: Tensor.Shape([4, 2]))
        try expectUsable(interpreter)
    }

    /// Inputs that are not named keep their data, as in the original.
    @Test func inputsOfASignature() throws {
        let interpreter = try Self.gather()
        let runner = try interpreter.signatureRunner(with: "pick")
        try runner.allocateTensors()
        #expect(throws: (any Error).self) {
            try runner.invoke(with: ["chair": Self.table])
        }
        #expect(throws: (any Error).self) {
            try runner.invoke(with: ["table": Self.table, "indices": Data(count: 5)])
        }
        try runner.invoke(with: ["table": Self.table, "indices": Self.indices([3, 0, 1])])
        #expect(try runner.output(named: "rows").data.floats == [6, 7, 0, 1, 2, 3])
    }

    /// The bytes of a constant may be those of the file, which must not change.
    @Test func aConstantIsNoInputOfASignature() throws {
        var builder = ModelBuilder()
        let (a, b) = (builder.tensor("a", .float32, [1]), builder.constant("b", [2.0], shape: [1]))
        builder.inputs = [a]
        builder.outputs = [builder.tensor("sum", .float32, [1])]
        builder.node(builtin: 0, inputs: [a, b], outputs: builder.outputs)
        builder.signature(
            "add", inputs: [("a", a), ("b", b)], outputs: [("sum", builder.outputs[0])])
        let runner = try Interpreter(modelData: Data(builder.build()))
            .signatureRunner(with: "add")
        for _ in 0..<2 {
            #expect(throws: SignatureRunnerError.failedToCopyDataToInputTensor) {
                try runner.copy(Data(floats: [5]), toInputNamed: "b")
            }
            try runner.resizeInput(named: "a", toShape: [2])
        }
        try runner.invoke(with: ["a": Data(floats: [1, 3])])
        #expect(try runner.output(named: "sum").data.floats == [3, 5])
    }

    /// A divisor from a tensor may be zero.
    @Test func divisionByZero() throws {
        var builder = ModelBuilder()
        let (a, b) = (builder.tensor("a", .int32, [2]), builder.tensor("b", .int32, [2]))
        builder.inputs = [a, b]
        builder.outputs = [builder.tensor("quotient", .int32, [2])]
        builder.node(builtin: 90, inputs: [a, b], outputs: builder.outputs)
        let interpreter = try Interpreter(modelData: Data(builder.build()))
        try interpreter.allocateTensors()
        try interpreter.copy(Self.indices([7, 9]), toInputAt: 0)
        #expect(throws: InterpreterError.self) { try interpreter.invoke() }
        try interpreter.copy(Self.indices([2, -4]), toInputAt: 1)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).data == Self.indices([3, -3]))
    }
}

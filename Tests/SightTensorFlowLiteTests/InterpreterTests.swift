import Foundation
import SightTensor
import SightTensorFlowLite
import Testing

@Suite struct InterpreterTests {
    private func interpreter(_ type: ElementType = .float32, _ shape: [Int] = [2]) throws
        -> Interpreter
    {
        try Interpreter(modelData: SmallModels.copy(type, shape))
    }

    private func expect(
        _ error: InterpreterError, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> Void
    ) {
        #expect(throws: error, sourceLocation: sourceLocation, performing: body)
    }

    // MARK: Making

    @Test(arguments: ["", "/invalid/path", "/", "/dev/null"])
    func badPaths(path: String) {
        expect(.failedToLoadModel) { _ = try Interpreter(modelPath: path) }
    }

    @Test func badData() {
        expect(.failedToLoadModel) { _ = try Interpreter(modelData: Data()) }
        expect(.failedToLoadModel) { _ = try Interpreter(modelData: Data("TFL3TFL3".utf8)) }
        let whole = SmallModels.copy(.float32, [2])
        expect(.failedToLoadModel) { _ = try Interpreter(modelData: whole.dropLast(40)) }
    }

    @Test func modelFile() throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).tflite")
        try SmallModels.copy(.float32, [2]).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let interpreter = try Interpreter(modelPath: path.path)
        #expect(interpreter.options == nil)
        #expect(interpreter.delegates == nil)
        #expect(interpreter.inputTensorCount == 1)
        #expect(interpreter.outputTensorCount == 1)
        #expect(interpreter.signatureKeys.isEmpty)
    }

    /// A slice of data has indices that do not start at 0.
    @Test func modelDataThatIsASlice() throws {
        let model = SmallModels.copy(.float32, [2])
        let slice = (Data([1, 2, 3]) + model).dropFirst(3)
        #expect(try Interpreter(modelData: slice).inputTensorCount == 1)
    }

    @Test func missingOperators() throws {
        expect(.failedToCreateInterpreter) {
            _ = try Interpreter(modelData: SmallModels.builtin())
        }
        let interpreter = try Interpreter(modelData: SmallModels.custom())
        expect(.failedToAllocateTensors) { try interpreter.allocateTensors() }
    }

    /// Tensors for Objective-C exist before the memory, and follow the interpreter.
    @Test func factsFollowTheInterpreter() throws {
        let interpreter = try interpreter(.float32, [2])
        #expect(try interpreter.inputFacts(at: 0).dataType == .float32)
        #expect(try interpreter.outputFacts(at: 0).shape.dimensions == [2])
        expect(.invokeInterpreterRequired) { _ = try interpreter.output(at: 0) }
        try interpreter.resizeInput(at: 0, to: Tensor.Shape([3]))
        #expect(try interpreter.inputFacts(at: 0).shape.dimensions == [3])
        try interpreter.allocateTensors()
        #expect(try interpreter.outputFacts(at: 0).shape.dimensions == [3])
        let output = try interpreter.output(at: 0)
        #expect(try interpreter.outputFacts(at: 0).name == output.name)
        expect(.invalidTensorIndex(index: 1, maxIndex: 0)) {
            _ = try interpreter.outputFacts(at: 1)
        }
    }

    @Test func optionsAndDelegatesAreKept() throws {
        var options = Interpreter.Options()
        #expect(options.threadCount == nil)
        #expect(!options.isXNNPackEnabled)
        #expect(!options.isBFloat16Enabled)
        options.threadCount = 2
        options.isXNNPackEnabled = true
        let metal = MetalDelegate()
        let interpreter = try Interpreter(
            modelData: SmallModels.copy(.float32, [2]), options: options, delegates: [metal])
        #expect(interpreter.options == options)
        #expect(interpreter.delegates?.count == 1)
        #expect(interpreter.delegates?.first === metal)
        #expect(options != Interpreter.Options())
    }

    @Test(arguments: [nil, -1, 0, 1, 3, 1_000_000])
    func threadCounts(count: Int?) throws {
        var options = Interpreter.Options()
        options.threadCount = count
        let interpreter = try Interpreter(
            modelData: SmallModels.copy(.float32, [2]), options: options)
        try interpreter.allocateTensors()
        let numbers = [Float(1.5), -2].withUnsafeBytes { Data($0) }
        try interpreter.copy(numbers, toInputAt: 0)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).data == numbers)
    }

    // MARK: Order of calls

    @Test func beforeAllocation() throws {
        let interpreter = try interpreter()
        expect(.allocateTensorsRequired) { _ = try interpreter.input(at: 0) }
        expect(.invokeInterpreterRequired) { _ = try interpreter.output(at: 0) }
        expect(.allocateTensorsRequired) { try interpreter.invoke() }
        expect(.allocateTensorsRequired) { try interpreter.copy(Data(count: 8), toInputAt: 0) }
        expect(.allocateTensorsRequired) { try interpreter.copy(Data(count: 7), toInputAt: 0) }
    }

    @Test(arguments: [-1, 1, .min, .max])
    func badIndices(index: Int) throws {
        let interpreter = try interpreter()
        let error = InterpreterError.invalidTensorIndex(index: index, maxIndex: 0)
        expect(error) { _ = try interpreter.input(at: index) }
        expect(error) { _ = try interpreter.output(at: index) }
        expect(error) { try interpreter.copy(Data(), toInputAt: index) }
        expect(error) { try interpreter.resizeInput(at: index, to: [2]) }
    }

    @Test func outputIsReadableAfterAllocation() throws {
        let interpreter = try interpreter()
        try interpreter.allocateTensors()
        let output = try interpreter.output(at: 0)
        #expect(output.shape == [2])
        #expect(output.data == Data(count: 8))
    }

    /// The original has no data of an output whose shape depends on values until it has run.
    @Test func anOutputOfComputedShapeNeedsARun() throws {
        let interpreter = try Interpreter(modelData: SmallModels.places())
        try interpreter.allocateTensors()
        expect(.invokeInterpreterRequired) { _ = try interpreter.output(at: 0) }
        try interpreter.copy(Data([0, 1, 1]), toInputAt: 0)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).shape == [2, 1])
        // An output without elements has been computed, too.
        try interpreter.copy(Data([0, 0, 0]), toInputAt: 0)
        try interpreter.invoke()
        let empty = try interpreter.output(at: 0)
        #expect(empty.shape == [0, 1] && empty.data.isEmpty)
        try interpreter.resizeInput(at: 0, to: [2])
        try interpreter.allocateTensors()
        expect(.invokeInterpreterRequired) { _ = try interpreter.output(at: 0) }
    }

    @Test func copyAndInvoke() throws {
        let interpreter = try interpreter(.float32, [1, 2])
        try interpreter.allocateTensors()
        expect(.invalidTensorDataCount(provided: 7, required: 8)) {
            try interpreter.copy(Data(count: 7), toInputAt: 0)
        }
        let data = Data(floats: [1, 3])
        let input = try interpreter.copy(data, toInputAt: 0)
        #expect(input.name == "input")
        #expect(input.dataType == .float32)
        #expect(input.shape == [1, 2])
        #expect(input.data == data)
        #expect(input.quantizationParameters == nil)
        try interpreter.invoke()
        let output = try interpreter.output(at: 0)
        #expect(output.data.floats == [1, 3])
        try interpreter.copy(Data(floats: [5, 6]), toInputAt: 0)
        #expect(output.data.floats == [1, 3], "a tensor is a copy")
        try interpreter.allocateTensors()
        #expect(try interpreter.input(at: 0).data.floats == [5, 6], "nothing to allocate")
    }

    @Test func resize() throws {
        let interpreter = try interpreter(.float32, [2])
        try interpreter.resizeInput(at: 0, to: [2, 2, 3])
        expect(.allocateTensorsRequired) { _ = try interpreter.input(at: 0) }
        try interpreter.allocateTensors()
        #expect(try interpreter.input(at: 0).shape == [2, 2, 3])
        #expect(try interpreter.output(at: 0).shape == [12])
        try interpreter.resizeInput(at: 0, to: [2, 2, 3])
        #expect(try interpreter.input(at: 0).shape == [2, 2, 3], "the same shape changes nothing")
        try interpreter.resizeInput(at: 0, to: [5])
        expect(.allocateTensorsRequired) { try interpreter.invoke() }
        expect(.allocateTensorsRequired) { try interpreter.copy(Data(count: 20), toInputAt: 0) }
        #expect(try interpreter.output(at: 0).shape == [12], "outputs stay readable")
        try interpreter.allocateTensors()
        try interpreter.copy(Data(floats: [1, 2, 3, 4, 5]), toInputAt: 0)
        try interpreter.invoke()
        #expect(try interpreter.output(at: 0).data.floats == [1, 2, 3, 4, 5])
    }

    @Test(arguments: [[-1], [2, -3], [.max, 2], [.min]])
    func badShapes(dimensions: [Int]) throws {
        let interpreter = try interpreter()
        try interpreter.allocateTensors()
        expect(.failedToResizeInputTensor(index: 0)) {
            try interpreter.resizeInput(at: 0, to: Tensor.Shape(dimensions))
        }
        #expect(try interpreter.input(at: 0).shape == [2])
    }

    @Test func hugeShape() throws {
        let interpreter = try interpreter()
        try interpreter.resizeInput(at: 0, to: [1 << 40])
        expect(.failedToAllocateTensors) { try interpreter.allocateTensors() }
        try interpreter.resizeInput(at: 0, to: [2])
        try interpreter.allocateTensors()
    }

    // MARK: Types

    @Test(arguments: [
        (ElementType.bool, Tensor.DataType.bool), (.uint8, .uInt8), (.int8, .int8),
        (.int16, .int16), (.int32, .int32), (.int64, .int64), (.float16, .float16),
        (.float32, .float32), (.float64, .float64), (.string, .string),
    ])
    func dataTypes(type: ElementType, expected: Tensor.DataType) throws {
        let interpreter = try interpreter(type, [2])
        try interpreter.allocateTensors()
        #expect(try interpreter.input(at: 0).dataType == expected)
        #expect(try interpreter.output(at: 0).dataType == expected)
    }

    @Test(arguments: [ElementType.uint32, .complex64, .int4])
    func typesWithoutACase(type: ElementType) throws {
        let interpreter = try interpreter(type, [2])
        try interpreter.allocateTensors()
        expect(.invalidTensorDataType) { _ = try interpreter.input(at: 0) }
        expect(.invalidTensorDataType) { _ = try interpreter.output(at: 0) }
    }

    @Test func quantization() throws {
        let model = { (quantization: Quantization?) -> Tensor in
            let data = SmallModels.copy(.uint8, [2], quantization: quantization)
            let interpreter = try Interpreter(modelData: data)
            try interpreter.allocateTensors()
            return try interpreter.input(at: 0)
        }
        let tensor = try model(Quantization(scale: 0.5, zeroPoint: 7))
        #expect(tensor.quantizationParameters?.scale == 0.5)
        #expect(tensor.quantizationParameters?.zeroPoint == 7)
        #expect(tensor == (try model(Quantization(scale: 0.5, zeroPoint: 7))))
        #expect(tensor != (try model(Quantization(scale: 0.25, zeroPoint: 7))))
        #expect(tensor != (try model(Quantization(scale: 0.5, zeroPoint: 8))))
        #expect(try model(nil).quantizationParameters == nil)
        #expect(try model(Quantization(scale: 0, zeroPoint: 7)).quantizationParameters == nil)
        let perAxis = Quantization(scales: [1, 2], zeroPoints: [0, 0], axis: 0)
        #expect(try model(perAxis).quantizationParameters == nil)
    }
}

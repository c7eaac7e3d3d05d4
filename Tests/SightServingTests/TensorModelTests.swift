import ModelFixtures
import SightServing
import SightTensor
import Testing

@Suite struct TensorModelTests {
    private let model: TensorModel

    init() throws {
        model = try TensorModel(
            StubModels.detector(boxes: [[0, 0, 0.5, 1]], classes: [2], scores: [0.75]), threads: 1)
    }

    private func imageTensor(
        name: String = "image", type: ElementType = .uint8, shape: Shape = [1, 4, 4, 3],
        count: Int = 48
    ) -> TensorValue {
        TensorValue(
            name: name, elementType: type, shape: shape,
            bytes: [UInt8](repeating: 9, count: count)[...])
    }

    @Test func saysWhatItTakesAndGives() {
        #expect(model.inputs.map(\.name) == ["image"])
        #expect(model.inputs[0].elementType == .uint8)
        #expect(model.inputs[0].shape == [1, 4, 4, 3])
        #expect(model.outputs.map(\.name) == ["boxes", "classes", "scores", "count"])
    }

    @Test func givesEveryOutput() throws {
        let outputs = try model.makeRunner().run([imageTensor()])
        #expect(outputs.map(\.shape) == [[1, 1, 4], [1, 1], [1, 1], [1]])
        #expect(outputs[2].bytes == withUnsafeBytes(of: Float(0.75)) { Array($0)[...] })
        #expect(try model.makeRunner().run(model.zeroInputs).count == 4)
    }

    /// Only the extents of a shape have a limit, and a signature can state others.
    @Test func signaturesDoNotWidenShapes() throws {
        var builder = ModelBuilder()
        let input = builder.tensor(
            "x", .float32, [1, 2, 3], shapeSignature: [1 << 24, 1 << 24, -1])
        let output = builder.tensor("y", .float32, [1, 2, 3])
        builder.node(builtin: 0, inputs: [input, input], outputs: [output])
        (builder.inputs, builder.outputs) = ([input], [output])
        let model = try TensorModel(builder.build(), threads: 1)
        #expect(model.inputs[0].shape == [1, 2, 3])
        #expect(model.zeroInputs[0].bytes.count == 24)
    }

    /// A TILE repeats one string of a request, which the answer would hold many times.
    @Test func repeatedStringsHaveALimit() throws {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .string, [1])
        let repeats = builder.constant("repeats", [1000])
        let output = builder.tensor("y", .string, [1000])
        builder.node(builtin: 69, inputs: [input, repeats], outputs: [output])
        (builder.inputs, builder.outputs) = ([input], [output])
        let runner = try TensorModel(builder.build(), threads: 1).makeRunner()
        func value(_ count: Int) -> TensorValue {
            let text = [UInt8](repeating: 0x61, count: count)
            return TensorValue(
                name: "x", elementType: .string, shape: [1],
                bytes: (UInt32(count).littleEndianBytes + text)[...])
        }
        #expect(try runner.run([value(2)])[0].bytes.count == 6000)
        let error = #expect(throws: ServingError.self) { try runner.run([value(1 << 20)]) }
        #expect(error?.code == .failed)
    }

    /// A file may name one tensor as many outputs; the answer would have a copy for each.
    @Test(arguments: [2, 40]) func outputsHaveALimitTogether(outputCount: Int) throws {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, [1000])
        let output = builder.tensor("y", .float32, [1000])
        builder.node(builtin: 59, inputs: [input], outputs: [output])  // NEG
        builder.inputs = [input]
        builder.outputs = [Int](repeating: output, count: outputCount)
        let model = try TensorModel(builder.build(), threads: 1, maximumRunBytes: 1 << 16)
        let runner = model.makeRunner()
        if outputCount == 2 {
            #expect(try runner.run(model.zeroInputs).map(\.bytes.count) == [4000, 4000])
        } else {
            let error = #expect(throws: ServingError.self) { try runner.run(model.zeroInputs) }
            #expect(error?.code == .failed)
            #expect(error?.message == "the outputs have more than 65536 bytes in all")
        }
    }

    @Test func wrongInputsAreNamed() throws {
        let runner = model.makeRunner()
        let cases: [([TensorValue], String)] = [
            ([], "\"image\" is missing"), ([imageTensor(name: "x")], "no input \"x\""),
            ([imageTensor(), imageTensor()], "given twice"),
            ([imageTensor(type: .int8)], "is uint8"),
            ([imageTensor(shape: [1, 4, 4, 1])], "[1, 4, 4, 3]"),
            ([imageTensor(count: 47)], "48 bytes"),
            ([imageTensor(shape: [48])], "[48]"),
        ]
        for (values, words) in cases {
            let error = #expect(throws: ServingError.self) { try runner.run(values) }
            #expect(error?.code == .invalidInput)
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
        #expect(try runner.run([imageTensor()]).count == 4)
    }

    /// The table of a convolution has an entry for each place of the image.
    @Test func preparingForOpenShapesIsBounded() throws {
        var builder = ModelBuilder()
        let shape = [1, 8, 8, 1]
        let input = builder.tensor("x", .float32, shape, shapeSignature: [1, -1, 8, 1])
        let output = builder.tensor("y", .float32, shape, shapeSignature: [1, -1, 8, 1])
        let filter = builder.tensor(
            "filter", .float32, [1, 5, 5, 1], data: [UInt8](repeating: 0, count: 100))
        // Convolution with the padding SAME and strides of 1.
        builder.node(
            builtin: 3, inputs: [input, filter], outputs: [output],
            options: [0: .byte(0), 1: .int(1), 2: .int(1)])
        (builder.inputs, builder.outputs) = ([input], [output])
        func run(rows: Int, maximumRunBytes: Int) throws {
            let model = try TensorModel(
                builder.build(), threads: 1, maximumRunBytes: maximumRunBytes)
            let value = TensorValue(
                name: "x", elementType: .float32, shape: try #require(Shape([1, rows, 8, 1])),
                bytes: [UInt8](repeating: 0, count: rows * 32)[...])
            _ = try model.makeRunner().run([value])
        }
        try run(rows: 1 << 14, maximumRunBytes: 1 << 27)
        let error = #expect(throws: ServingError.self) {
            try run(rows: 1 << 14, maximumRunBytes: 1 << 21)
        }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("prepar") == true, "\(error?.message ?? "")")
    }

    /// Several runners use more shapes than the cache keeps; each runner refuses a shape that is
    /// too large.
    @Test func openShapesAreKeptAndBounded() throws {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .float32, [1, 4], shapeSignature: [-1, 4])
        let output = builder.tensor("y", .float32, [1, 4], shapeSignature: [-1, 4])
        builder.node(builtin: 0, inputs: [input, input], outputs: [output])
        (builder.inputs, builder.outputs) = ([input], [output])
        let model = try TensorModel(builder.build(), threads: 1, maximumRunBytes: 1 << 16)
        let runners = [model.makeRunner(), model.makeRunner()]
        for count in [1, 2, 3, 4, 5, 6, 2, 1, 7, 2] {
            for runner in runners {
                let floats = (0..<4 * count).flatMap { Float($0).bitPattern.littleEndianBytes }
                let value = TensorValue(
                    name: "x", elementType: .float32, shape: try #require(Shape([count, 4])),
                    bytes: floats[...])
                let sum = (0..<4 * count).flatMap { Float(2 * $0).bitPattern.littleEndianBytes }
                #expect(try Array(runner.run([value])[0].bytes) == sum)
            }
        }
        let large = TensorValue(
            name: "x", elementType: .float32, shape: [1 << 16, 4],
            bytes: [UInt8](repeating: 0, count: 1 << 20)[...])
        for runner in runners {
            let error = #expect(throws: ServingError.self) { try runner.run([large]) }
            #expect(error?.code == .invalidInput)
        }
    }

    @Test func stringsGoThrough() throws {
        var builder = ModelBuilder()
        builder.inputs = [builder.tensor("words", .string, [2, 3])]
        builder.outputs = [builder.tensor("same", .string, [3, 2])]
        builder.node(
            builtin: 22, inputs: builder.inputs + [builder.constant("shape", [-1, 2])],
            outputs: builder.outputs)
        let model = try TensorModel(builder.build(), threads: 1)
        let runner = model.makeRunner()
        #expect(try runner.run(model.zeroInputs)[0].bytes == [UInt8](repeating: 0, count: 24)[...])
        let words = ["a", "Käse", "", "d", "e", "f"]
        let bytes = words.flatMap { word -> [UInt8] in
            [UInt8(word.utf8.count), 0, 0, 0] + Array(word.utf8)
        }
        func value(_ bytes: some Collection<UInt8>) -> TensorValue {
            TensorValue(
                name: model.inputs[0].name, elementType: .string, shape: [2, 3],
                bytes: Array(bytes)[...])
        }
        let output = try runner.run([value(bytes)])[0]
        #expect(output.elementType == .string)
        #expect(output.shape == [3, 2])
        #expect(output.bytes == bytes[...])
        for (bytes, words) in [
            (bytes[..<5], "takes 6 strings"), (bytes.dropLast(), "lengths"),
            (bytes[..<6], "lengths"),
        ] {
            let error = #expect(throws: ServingError.self) { try runner.run([value(bytes)]) }
            #expect(error?.code == .invalidInput)
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
    }

    /// Strings that a model does not take are counted, but not split.
    @Test func tooManyStringsTakeNoMemory() throws {
        var builder = ModelBuilder()
        builder.inputs = [builder.tensor("words", .string, [10])]
        builder.outputs = [builder.tensor("same", .string, [10])]
        builder.node(
            builtin: 22, inputs: builder.inputs + [builder.constant("shape", [10])],
            outputs: builder.outputs)
        let runner = try TensorModel(builder.build(), threads: 1).makeRunner()
        let count = 4_000_000
        var bytes = [UInt8](repeating: 0, count: count * 5)
        for index in 0..<count { bytes[index * 5] = 1 }
        let value = TensorValue(
            name: "words", elementType: .string, shape: [10], bytes: bytes[...])
        let before = try peakMemory()
        let error = #expect(throws: ServingError.self) { try runner.run([value]) }
        #expect(error?.message.contains("takes 10 strings, the request has 4000000") == true)
        #expect(try peakMemory() - before < 128 << 20)
    }

    @Test func garbageIsNoModel() {
        let error = #expect(throws: ServingError.self) {
            try TensorModel(Array("garbage".utf8), threads: 1)
        }
        #expect(error?.code == .modelUnusable)
    }
}

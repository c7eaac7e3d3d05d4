import ModelFixtures
import SightModelFile
import SightTensor
import Testing

/// One test for each error of a model file.
@Suite struct ModelReaderTests {
    private func read(_ bytes: [UInt8], _ limits: ModelLimits = ModelLimits()) throws -> Model {
        try ModelReader.read(ModelBytes(bytes), limits: limits)
    }

    private func expect(
        _ code: ModelError.Code, _ fragment: String, _ builder: ModelBuilder,
        limits: ModelLimits = ModelLimits(), sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: ModelError.self, sourceLocation: sourceLocation) {
            try read(builder.build(), limits)
        }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        #expect(
            error?.message.contains(fragment) == true, "\(error?.message ?? "")",
            sourceLocation: sourceLocation)
    }

    /// A valid model `in` → RESHAPE → `out`, which tests damage.
    private func builder() -> ModelBuilder {
        var builder = ModelBuilder()
        builder.inputs = [builder.tensor("in", .float32, [2])]
        builder.outputs = [builder.tensor("out", .float32, [2])]
        builder.node(builtin: 22, inputs: builder.inputs, outputs: builder.outputs)
        return builder
    }

    @Test func good() throws {
        var builder = builder()
        builder.signature("serve", inputs: [("x", 0)], outputs: [("y", 1)])
        builder.metadata("note", [1, 2, 3])
        let model = try read(builder.build())
        #expect(model.description == "made for a test")
        #expect(model.main.tensors.map(\.name) == ["in", "out"])
        #expect(model.main.nodes[0].code == .builtin(.reshape))
        #expect(model.signatures[0].key == "serve")
        let note = try #require(model.metadata["note"])
        #expect(Array(try model.bytes.slice(note)) == [1, 2, 3])
    }

    // MARK: Files

    @Test(arguments: [[], [0, 0, 0, 0], Array("....TFL2....".utf8)])
    func notAModel(bytes: [UInt8]) {
        let error = #expect(throws: ModelError.self) { try read(bytes) }
        #expect(error?.code == .notAModel)
    }

    @Test func otherVersion() {
        let bytes = FlatWriter.write(root: .table([0: .int(2)]), identifier: "TFL3")
        let error = #expect(throws: ModelError.self) { try read(bytes) }
        #expect(error?.code == .notAModel)
        #expect(error?.message == "the schema version is 2, expected 3")
    }

    @Test func noGraph() {
        let bytes = FlatWriter.write(root: .table([0: .int(3)]), identifier: "TFL3")
        let error = #expect(throws: ModelError.self) { try read(bytes) }
        #expect(error?.code == .malformed)
        #expect(error?.message == "the model has no graph")
    }

    @Test func unreadableFiles() {
        for path in ["", "/no/such/file", "/", "/dev/zero"] {
            let error = #expect(throws: ModelError.self) { try ModelBytes(contentsOf: path) }
            #expect(error?.code == .unreadable, "\(path)")
            let isMissing = ["", "/no/such/file"].contains(path)
            #expect(error?.detail == (isMissing ? .missingFile(path: path) : nil), "\(path)")
        }
    }

    // MARK: Tensors

    @Test func shapes() {
        var builder = builder()
        _ = builder.tensor("bad", .float32, [2, -1])
        expect(.malformed, "tensor 2 \"bad\": [2, -1] is not a valid shape", builder)
        builder = self.builder()
        _ = builder.tensor("deep", .float32, [Int](repeating: 1, count: 33))
        expect(.malformed, "is not a valid shape", builder)
        builder = self.builder()
        _ = builder.tensor("huge", .float32, [1 << 16, 1 << 16])
        expect(.tooLarge, "[65536,65536] float32 takes 17179869184 bytes", builder)
    }

    @Test func constants() {
        var builder = builder()
        _ = builder.tensor("short", .float32, [2], data: [0, 0, 0, 0])
        expect(.malformed, "[2] float32 needs 8 bytes, its buffer has 4", builder)
    }

    @Test func constantStrings() {
        let one: [UInt8] = [1, 0, 0, 0, 12, 0, 0, 0, 12, 0, 0, 0]
        for (count, bytes) in [(2, one), (1, [1, 0, 0, 0]), (1, [7])] {
            var builder = builder()
            _ = builder.tensor("words", .string, [count], data: bytes)
            expect(.malformed, "[\(count)] needs \(count) strings, its buffer of", builder)
        }
    }

    @Test func placesOfStringsAreChecked() throws {
        var builder = builder()
        let words = builder.strings("words", ["a", ""])
        var bytes = builder.build()
        let place = try #require(try read(bytes).main.tensors[words].data)
        bytes[place.lowerBound + 4] = 200
        let error = #expect(throws: ModelError.self) { try read(bytes) }
        #expect(error?.message.contains("its buffer of 17 bytes has none that end inside") == true)
    }

    @Test func quantization() {
        let spoil = { (quantization: Quantization?) -> ModelBuilder in
            var builder = builder()
            _ = builder.tensor("q", .int8, [2, 3], quantization: quantization)
            return builder
        }
        expect(.malformed, "is not a number", spoil(Quantization(scale: .nan, zeroPoint: 0)))
        expect(.malformed, "is not a number", spoil(Quantization(scale: -1, zeroPoint: 0)))
        expect(.malformed, "zero point", spoil(Quantization(scale: 1, zeroPoint: .max)))
        expect(.malformed, "zero point", spoil(Quantization(scale: 1, zeroPoint: .min)))
        for axis in [-1, 0, 2] {
            let bad = Quantization(scales: [1, 2, 3], zeroPoints: [0, 0, 0], axis: axis)
            expect(.malformed, "3 scales on axis \(axis) of [2,3]", spoil(bad))
        }
    }

    @Test func scalesOfBlocks() throws {
        let model = { (count: Int, length: Int) -> ModelBuilder in
            var builder = builder()
            let scales = (1...count).map { Float($0) }
            _ = builder.tensor(
                "q", .int8, [2, 6],
                quantization: Quantization(scales: scales, blockLength: length))
            return builder
        }
        let tensors = try read(model(4, 3).build()).main.tensors
        let quantization = tensors.first { $0.name == "q" }?.quantization
        #expect(quantization == Quantization(scales: [1, 2, 3, 4], blockLength: 3))
        expect(.malformed, "blocks of 3 in [2,6] have 5 scales", model(5, 3))
        expect(.malformed, "blocks of 4 in [2,6] have 3 scales", model(3, 4))
    }

    // MARK: Graphs

    @Test func graphInputs() {
        var builder = builder()
        builder.inputs = [0, 7]
        expect(.malformed, "graph 0 names tensor 7 of 2", builder)
        builder.inputs = [-1]
        expect(.malformed, "graph 0 names tensor -1 of 2", builder)
    }

    @Test func nodeTensors() {
        var builder = builder()
        builder.node(builtin: 22, inputs: [9], outputs: [1])
        expect(.malformed, "RESHAPE #1: tensor 9 of 2", builder)
        builder = self.builder()
        builder.node(builtin: 22, inputs: [0], outputs: [-1])
        expect(.malformed, "RESHAPE #1: an output is absent", builder)
    }

    @Test func order() {
        var builder = ModelBuilder()
        builder.inputs = [builder.tensor("in", .float32, [2])]
        let late = builder.tensor("late", .float32, [2])
        let output = builder.tensor("out", .float32, [2])
        builder.outputs = [output]
        builder.node(builtin: 22, inputs: [late], outputs: [output])
        expect(.malformed, "reads tensor 1 \"late\" before any node writes it", builder)
        builder.outputs = [late]
        expect(.malformed, "reads tensor 1", builder)
        var silent = ModelBuilder()
        silent.outputs = [silent.tensor("out", .float32, [2])]
        expect(.malformed, "no node writes output tensor 0 \"out\"", silent)
    }

    /// Two writers could give one tensor two sizes.
    @Test func oneWriter() {
        var builder = builder()
        builder.node(builtin: 22, inputs: [0], outputs: [1])
        expect(.malformed, "RESHAPE #1: writes tensor 1 \"out\"", builder)
        builder = self.builder()
        builder.node(builtin: 22, inputs: [1], outputs: [0])
        expect(.malformed, "writes tensor 0 \"in\", which is a constant, an input", builder)
        builder = self.builder()
        let constant = builder.constant("c", [1, 2])
        builder.node(builtin: 22, inputs: [0], outputs: [constant])
        expect(.malformed, "writes tensor 2 \"c\"", builder)
        builder = self.builder()
        let variable = builder.tensor("v", .float32, [2], isVariable: true)
        builder.node(builtin: 22, inputs: [0], outputs: [variable])
        expect(.malformed, "writes tensor 2 \"v\"", builder)
        builder = self.builder()
        let twice = builder.tensor("t", .float32, [2])
        builder.node(builtin: 22, inputs: [0], outputs: [twice, twice])
        expect(.malformed, "writes tensor 2 \"t\"", builder)
    }

    @Test func signatures() {
        var builder = builder()
        builder.signature("serve", inputs: [("x", 5)], outputs: [])
        expect(.malformed, "signature \"serve\": tensor 5 of 2", builder)
        builder = self.builder()
        builder.signature("serve", inputs: [("x", -1)], outputs: [])
        expect(.malformed, "signature \"serve\": tensor 4294967295 of 2", builder)
    }

    // MARK: Limits

    @Test func listLimit() {
        var limits = ModelLimits()
        limits.listCount = 1
        expect(
            .tooLarge, "buffers, the limit is 1",
            {
                var builder = builder()
                _ = builder.constant("c", [1])
                return builder
            }(), limits: limits)
    }

    @Test func repeatedVectors() {
        var limits = ModelLimits()
        limits.vectorElementsPerByte = 0
        var builder = builder()
        builder.metadata("big", [UInt8](repeating: 0, count: 70_000))
        expect(.malformed, "repeats its vectors without end", builder, limits: limits)
    }
}

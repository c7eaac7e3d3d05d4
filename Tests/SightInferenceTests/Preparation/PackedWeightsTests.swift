import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Fully connected layers that have the same weights.
@Suite struct PackedWeightsTests {
    /// Says whether the inputs and the weights of the layers are floats or bytes.
    enum Kind: CaseIterable { case floats, floatsAndBytes, bytes }

    private struct Layer {
        let rows: Int
        var hasBias = true
        /// The zero point of the input, if it has bytes; the scales and values depend on it, too.
        let seed: Int
    }

    private static let (depth, columns) = (320, 96)
    private static let layers = [
        Layer(rows: 3, seed: 0), Layer(rows: 3, seed: 1), Layer(rows: 3, hasBias: false, seed: 2),
        Layer(rows: 1, seed: 3), Layer(rows: 1, seed: 4), Layer(rows: 3, seed: 5),
    ]

    /// Returns a model of layers with one filter and one bias; each has an input of its own.
    private func model(_ kind: Kind, _ layers: [Layer]) -> ModelBuilder {
        let (depth, columns) = (Self.depth, Self.columns)
        var builder = ModelBuilder()
        let values = (0..<columns * depth).map { Int8(truncatingIfNeeded: $0 * 29 % 255 - 127) }
        let filter =
            kind == .floats
            ? builder.constant(
                "filter", values.map { Float($0) / 64 }, shape: [columns, depth])
            : builder.tensor(
                "filter", .int8, [columns, depth],
                quantization: Quantization(scale: 0.02, zeroPoint: 0),
                data: values.map { UInt8(bitPattern: $0) })
        let bias =
            kind == .bytes
            ? builder.constant("bias", (0..<columns).map { $0 * 40 })
            : builder.constant("bias", (0..<columns).map { Float($0) / 8 }, shape: [columns])
        let type: ElementType = kind == .bytes ? .int8 : .float32
        for (index, layer) in layers.enumerated() {
            let scale = Float(layer.seed + 2) / 64
            let input = builder.tensor(
                "input \(index)", type, [layer.rows, depth],
                quantization: kind == .bytes
                    ? Quantization(scale: scale, zeroPoint: layer.seed) : nil)
            let output = builder.tensor(
                "output \(index)", type, [layer.rows, columns],
                quantization: kind == .bytes
                    ? Quantization(scale: 8 * scale, zeroPoint: -3) : nil)
            builder.node(
                builtin: BuiltinOperator.fullyConnected.number,
                inputs: [input, filter] + (layer.hasBias ? [bias] : []), outputs: [output],
                optionsType: 8)
            builder.inputs.append(input)
            builder.outputs.append(output)
        }
        return builder
    }

    private func prepare(_ kind: Kind, _ layers: [Layer], threads: Int) throws -> PreparedGraph {
        try ModelReader.read(ModelBytes(model(kind, layers).build()))
            .prepare(pool: WorkerPool(threadCount: threads))
    }

    /// Returns the bytes of all outputs.
    private func run(_ kind: Kind, _ layers: [Layer], threads: Int) throws -> [[UInt8]] {
        let graph = try prepare(kind, layers, threads: threads)
        let execution = Execution(graph)
        for (tensor, layer) in zip(graph.inputs, layers) {
            let values = (0..<layer.rows * Self.depth).map { ($0 * 37 + layer.seed * 11) % 101 }
            let bytes = execution.bytes(tensor)
            if kind == .bytes {
                bytes.copyBytes(from: values.map(UInt8.init))
            } else {
                values.map { Float($0) / 16 - 3 }.withUnsafeBytes { bytes.copyMemory(from: $0) }
            }
        }
        try execution.run()
        return graph.outputs.map { Array(execution.bytes($0)) }
    }

    @Test("layers give the same results as alone", arguments: Kind.allCases, [1, 2])
    func results(kind: Kind, threads: Int) throws {
        let together = try run(kind, Self.layers, threads: threads)
        let alone = try Self.layers.flatMap { try run(kind, [$0], threads: 1) }
        #expect(together == alone)
    }

    // Its own task is not the one that packs the weights, so it has to wait for that of the other.
    @Test("a layer that is computed during preparation has the weights of an earlier one")
    func foldedLayer() throws {
        let side = 1024
        var builder = ModelBuilder()
        let filter = builder.constant(
            "filter", (0..<side * side).map { Float($0 % 7) }, shape: [side, side])
        let values = (0..<side).map { Float($0 % 5) }
        let input = builder.tensor("input", .float32, [1, side])
        let constant = builder.constant("constant", values, shape: [1, side])
        for source in [input, constant] {
            let output = builder.tensor("output \(source)", .float32, [1, side])
            builder.node(
                builtin: BuiltinOperator.fullyConnected.number, inputs: [source, filter],
                outputs: [output], optionsType: 8)
            builder.outputs.append(output)
        }
        builder.inputs = [input]
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 3))
        let execution = Execution(graph)
        values.withUnsafeBytes { execution.bytes(graph.inputs[0]).copyMemory(from: $0) }
        try execution.run()
        let outputs = graph.outputs.map { Array(execution.bytes($0)) }
        #expect(outputs[0] == outputs[1])
    }

    @Test("weights are packed once", arguments: Kind.allCases)
    func memory(kind: Kind) throws {
        let layer = Layer(rows: 3, seed: 0)
        let counts = try [1, 9].map {
            try prepare(kind, [Layer](repeating: layer, count: $0), threads: 1).preparedByteCount
        }
        #expect(counts[1] < 2 * counts[0], "\(counts)")
    }
}

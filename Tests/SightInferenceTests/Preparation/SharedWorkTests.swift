import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Layers with 8-bit weights that share the quantization of their input.
@Suite struct SharedWorkTests {
    private static let depth = 48
    private let input = (0..<2 * depth).map { Float($0 * 37 % 101) / 16 - 3 }

    /// Adds a layer with weights that depend on `seed`; returns its output.
    private func layer(
        _ builder: inout ModelBuilder, _ input: Int, seed: Int, isAsymmetric: Bool
    ) -> Int {
        let weights = (0..<Self.depth * Self.depth).map {
            UInt8(truncatingIfNeeded: $0 * (7 + seed) + seed)
        }
        let filter = builder.tensor(
            "filter \(seed)", .int8, [Self.depth, Self.depth],
            quantization: Quantization(scale: 0.01, zeroPoint: 0), data: weights)
        let output = builder.tensor("output \(seed)", .float32, [2, Self.depth])
        builder.node(
            builtin: BuiltinOperator.fullyConnected.number, inputs: [input, filter],
            outputs: [output], optionsType: 8, options: [3: .bool(isAsymmetric)])
        return output
    }

    private func run(_ builder: ModelBuilder) throws -> (outputs: [[Float]], phases: Int) {
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        input.withUnsafeBytes { execution.bytes(graph.inputs[0]).copyMemory(from: $0) }
        var phases = 0
        try execution.run(observing: { _ in phases += 1 })
        let outputs = graph.outputs.map {
            Array(execution.bytes($0).bindMemory(to: Float.self))
        }
        return (outputs, phases)
    }

    @Test("layers give the same results as alone", arguments: [[0, 1, 2], [0, 1]])
    func results(seeds: [Int]) throws {
        let modes = seeds.map { $0 == 2 }
        var together = ModelBuilder()
        let x = together.tensor("x", .float32, [2, Self.depth])
        together.inputs = [x]
        for (seed, isAsymmetric) in zip(seeds, modes) {
            var output = layer(&together, x, seed: seed, isAsymmetric: isAsymmetric)
            // These results would overwrite a quantization whose memory the plan frees too early.
            for step in 0..<3 {
                let next = together.tensor("next \(seed) \(step)", .float32, [2, Self.depth])
                together.node(
                    builtin: BuiltinOperator.neg.number, inputs: [output], outputs: [next])
                output = next
            }
            together.outputs.append(output)
        }
        var expected: [[Float]] = []
        var phases = 0
        for (seed, isAsymmetric) in zip(seeds, modes) {
            var alone = ModelBuilder()
            let x = alone.tensor("x", .float32, [2, Self.depth])
            (alone.inputs, alone.outputs) = (
                [x], [layer(&alone, x, seed: seed, isAsymmetric: isAsymmetric)]
            )
            let found = try run(alone)
            expected.append(found.outputs[0].map { -$0 })
            phases += found.phases + 3
        }
        let found = try run(together)
        #expect(found.outputs == expected)
        // The first two layers quantize symmetrically, and share one quantization.
        #expect(found.phases == phases - 1)
    }
}
